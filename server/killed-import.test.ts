import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import type { LeadImport } from '#protocol/lead-files.ts'
import { holdAnswerTo, openPostgresProxy } from './testing/cuttable-connection.ts'
import { type FreshPostgres, freshMigratedUrl } from './testing/databases.ts'
import { holdLock } from './testing/held-lock.ts'
import { addLead } from './testing/live-server.ts'
import { type Served, serve } from './testing/run-doorstep.ts'
import { startServerProcess } from './testing/server-process.ts'

const ROWS = 1_200
/** The address of a row in the second of three batches. */
const HELD = '700 Mill Lane'

let postgres: FreshPostgres
let other: Served
beforeAll(async () => {
  postgres = await freshMigratedUrl()
  other = await serve({ DATABASE_URL: postgres.url }, '--role=api')
})
beforeEach(() => other.db.deleteFrom('leads').execute())
afterAll(async () => {
  await other?.stop()
  await postgres?.drop()
})

const FILE = [
  'Address,Postcode,Notes',
  ...Array.from({ length: ROWS }, (_row, at) => `${at + 1} Mill Lane,LL79 1AB,new`),
].join('\n')

const post = (url: string, query: string) =>
  fetch(`${url}${BACK_OFFICE_PATH}/leads/import?${query}`, {
    method: 'POST',
    headers: { apikey: 'public-anon-key', 'content-type': 'text/csv' },
    body: FILE,
  })

const countLeads = async () => (await other.db.selectFrom('leads').select('notes').execute()).length

/** Repeats a killed import at another process. The repeat continues under the act that recorded the beginning. */
async function expectToGoOn(hash: string, counts: Partial<LeadImport>): Promise<void> {
  const repeated = await post(other.url, `hash=${hash}`)
  expect(repeated.status).toBe(200)
  expect(await repeated.json()).toMatchObject(counts)
  expect(await countLeads()).toBe(ROWS)
  expect(await (await post(other.url, 'dry=1')).json()).toMatchObject({ unchanged: ROWS })
  const acts = await other.db.selectFrom('audit').select('object_id').where('object_id', '=', hash).execute()
  expect(acts).toHaveLength(1)
}

test('an import whose process is killed within a batch goes on where it was, and doubles no lead', async () => {
  await addLead(other.db, HELD, { postcode: 'LL79 1AB' })
  const { hash } = (await (await post(other.url, 'dry=1')).json()) as LeadImport
  const doomed = await startServerProcess({ DATABASE_URL: postgres.url }, ['--role=api'])
  const lock = await holdLock(postgres.url, 'select from leads where street_address = $1 for update', [HELD])
  const unanswered = expect(post(doomed.url, `hash=${hash}`)).rejects.toThrow()
  const write = await lock.waiter()
  doomed.kill('SIGKILL')
  await unanswered
  await doomed.exitCode
  await lock.giveUp(write)
  await lock.release()
  expect(await countLeads()).toBe(501)
  await expectToGoOn(hash, { create: ROWS - 1, update: 1, conflict: 0 })
})

test('an import whose process is killed when a batch is committed goes on after it', async () => {
  const { hash } = (await (await post(other.url, 'dry=1')).json()) as LeadImport
  const { proxy, url } = await openPostgresProxy(postgres.url)
  const doomed = await startServerProcess({ DATABASE_URL: url }, ['--role=api'])
  // The first commit only begins the import.
  const begun = holdAnswerTo('commit\0', proxy)
  const unanswered = expect(post(doomed.url, `hash=${hash}`)).rejects.toThrow()
  const { pass } = await begun
  const committed = holdAnswerTo('commit\0', proxy)
  pass()
  await committed
  doomed.kill('SIGKILL')
  await unanswered
  await doomed.exitCode
  proxy.close()
  expect(await countLeads()).toBe(500)
  await expectToGoOn(hash, { create: ROWS, conflict: 0 })
})
