import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { COPY_PATH } from '#protocol/copy.ts'
import { recordOf, sellAt } from './evidence/signings.testing.ts'
import { holdAnswerTo, openPostgresProxy, type TcpProxy } from './testing/cuttable-connection.ts'
import { type FreshPostgres, freshMigratedUrl } from './testing/databases.ts'
import { holdLock } from './testing/held-lock.ts'
import { type Served, serve } from './testing/run-doorstep.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'

const MAIL = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'copies@sales.example' }
const NOTHING = { notices: 0, events: 0, acknowledgements: 0 }
const ONCE = { notices: 1, events: 1, acknowledgements: 1 }

let postgres: FreshPostgres
let proxy: TcpProxy
let other: Served
let doomed: ServerProcess
beforeAll(async () => {
  postgres = await freshMigratedUrl()
  other = await serve({ ...MAIL, DATABASE_URL: postgres.url }, '--role=api')
})
beforeEach(async () => {
  const toDatabase = await openPostgresProxy(postgres.url)
  proxy = toDatabase.proxy
  doomed = await startServerProcess({ ...MAIL, DATABASE_URL: toDatabase.url }, ['--role=api'])
})
afterEach(() => {
  doomed?.kill('SIGKILL')
  proxy?.close()
})
afterAll(async () => {
  await other?.stop()
  await postgres?.drop()
})

async function kill(): Promise<void> {
  doomed.kill('SIGKILL')
  await doomed.exitCode
}

async function cancel(url: string, sale: string): Promise<unknown> {
  const { token, agreement } = recordOf(sale)
  const postcode = agreement.premises.split(', ').at(-1)
  const answer = await fetch(`${url}${COPY_PATH}/cancel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, postcode, words: 'I moved' }),
  })
  return answer.json()
}

async function stored(sale: string) {
  const { rows } = await sql<typeof NOTHING>`
    select (select count(*)::integer from cancellations where session_id = ${sale}) as notices,
      (select count(*)::integer from sale_evidence join evidence_events using (chain)
        where session_id = ${sale} and type = 'cancel-received') as events,
      (select count(*)::integer from deliveries
        where session_id = ${sale} and target = 'acknowledgement') as acknowledgements`.execute(other.db)
  return rows[0]
}

test('a cancellation whose process is killed before the commit is not stored, and can be repeated', async () => {
  await sellAt(other.url, recordOf('before'))
  const lock = await holdLock(
    postgres.url,
    `select from deliveries where session_id = $1 and target = 'crm' for update`,
    ['before'],
  )
  const unanswered = expect(cancel(doomed.url, 'before')).rejects.toThrow()
  const write = await lock.waiter()
  await kill()
  await lock.giveUp(write)
  await lock.release()
  await unanswered
  expect(await stored('before')).toEqual(NOTHING)
  expect(await cancel(other.url, 'before')).toMatchObject({ in_time: expect.any(Boolean) })
  expect(await stored('before')).toEqual(ONCE)
})

test('a cancellation whose process is killed after the commit is stored once, and the repeat gets the first answer', async () => {
  await sellAt(other.url, recordOf('after'))
  const committed = holdAnswerTo('commit\0', proxy)
  const unanswered = expect(cancel(doomed.url, 'after')).rejects.toThrow()
  await committed
  await kill()
  await unanswered
  expect(await stored('after')).toEqual(ONCE)
  const repeated = await cancel(other.url, 'after')
  expect(repeated).toMatchObject({ received_at: expect.any(String) })
  expect(await cancel(other.url, 'after')).toEqual(repeated)
  expect(await stored('after')).toEqual(ONCE)
})
