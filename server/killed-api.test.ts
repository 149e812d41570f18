import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from './db/database.ts'
import type { Database } from './db/handle.ts'
import { holdAnswerTo, openPostgresProxy, type TcpProxy } from './testing/cuttable-connection.ts'
import { type FreshPostgres, freshMigratedUrl } from './testing/databases.ts'
import { holdLock } from './testing/held-lock.ts'
import { addLead } from './testing/live-server.ts'
import { acceptanceOf, beginSale, CONTRACT, closeSale, recordsOf, type Sale } from './testing/one-sale.ts'
import { type Served, serve } from './testing/run-doorstep.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'

const OPEN_ONCE = {
  sale: [{ status: 'open', revision: 1 }],
  lead: 'contacted',
  changes: ['leads UPDATE contacted', 'opportunities INSERT open'],
  deliveries: [{ target: 'crm', wanted: 1, state: 'waiting' }],
}
const CLOSED_ONCE = {
  sale: [{ status: 'closed-won', revision: 2 }],
  lead: 'closed-won',
  changes: [
    'leads UPDATE closed-won',
    'leads UPDATE contacted',
    'opportunities INSERT open',
    'opportunities UPDATE closed-won',
  ],
  deliveries: [{ target: 'crm', wanted: 2, state: 'waiting' }],
}

let postgres: FreshPostgres
let database: Database
let proxy: TcpProxy
let other: Served
let doomed: ServerProcess
beforeAll(async () => {
  postgres = await freshMigratedUrl()
  database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, console)
  other = await serve({ DATABASE_URL: postgres.url }, '--role=api')
})
beforeEach(async () => {
  const toDatabase = await openPostgresProxy(postgres.url)
  proxy = toDatabase.proxy
  doomed = await startServerProcess({ DATABASE_URL: toDatabase.url }, ['--role=api'])
})
afterEach(() => {
  doomed?.kill('SIGKILL')
  proxy?.close()
})
afterAll(async () => {
  await other?.stop()
  await database?.close()
  await postgres?.drop()
})

async function kill(): Promise<void> {
  doomed.kill('SIGKILL')
  await doomed.exitCode
}

const lockLead = ({ lead }: Sale) =>
  holdLock(postgres.url, 'select from leads where id = $1 for update', [lead])

/** Kills the process while it closes the sale, then repeats the call at the other one and returns its answer. */
type Death = (sale: Sale) => ReturnType<typeof closeSale>

const beforeTheCommit: Death = async (sale) => {
  const lock = await lockLead(sale)
  const unanswered = expect(closeSale(doomed.url, sale)).rejects.toThrow()
  const write = await lock.waiter()
  await kill()
  await lock.giveUp(write)
  await lock.release()
  await unanswered
  expect(await recordsOf(database.db, sale)).toEqual(OPEN_ONCE)
  return closeSale(other.url, sale)
}

const whileItsWriteContinues: Death = async (sale) => {
  const lock = await lockLead(sale)
  const unanswered = expect(closeSale(doomed.url, sale)).rejects.toThrow()
  const write = await lock.waiter()
  await kill()
  const repeated = closeSale(other.url, sale)
  await lock.waiter(write)
  await lock.release()
  await unanswered
  return repeated
}

const afterTheCommit: Death = async (sale) => {
  const committed = holdAnswerTo(CONTRACT.contract_signature, proxy)
  const unanswered = expect(closeSale(doomed.url, sale)).rejects.toThrow()
  await committed
  expect(await recordsOf(database.db, sale)).toEqual(CLOSED_ONCE)
  await kill()
  await unanswered
  return closeSale(other.url, sale)
}

describe('a sale whose API process is killed during the closing call', () => {
  test.each<{ point: string; die: Death }>([
    { point: 'before the commit, with its write rolled back', die: beforeTheCommit },
    { point: 'before the commit, with its write continuing', die: whileItsWriteContinues },
    { point: 'after the commit, before the answer arrives', die: afterTheCommit },
  ])('is closed once, and the repeated call is answered as usual: $point', async ({ die }) => {
    const { id } = await addLead(database.db, '1 High Street')
    const sale = await beginSale(doomed.url, id)
    expect(await die(sale)).toEqual(acceptanceOf(sale))
    expect(await closeSale(other.url, sale)).toEqual(acceptanceOf(sale))
    expect(await recordsOf(database.db, sale)).toEqual(CLOSED_ONCE)
  })
})
