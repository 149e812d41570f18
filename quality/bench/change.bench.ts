import type { Lead } from '#domain/lead/lead.ts'
import { LeadBook } from '#domain/lead/lead-book.ts'
import { LEAD_SORTS } from '#domain/lead/lead-order.ts'
import { openStream } from '#server/testing/sse-client.ts'
import { createEmbedded, leadId, startPostgres } from './harness/databases.ts'
import { openConnection, toRequest } from './harness/load.ts'
import { plotCosts } from './harness/plot.ts'
import { type Running, startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median } from './harness/rounds.ts'

/**
 * What does one changed lead cost among 100 leads, and among 100,000? On the phone: to bring it to its place in
 * every order of the list. On the server: from the PATCH until a subscriber of the stream has it.
 */
const SIZES = [100, 1_000, 10_000, 100_000] as const
const ROUNDS = 7
const PUTS = 200
const PATCHES = 15
const PLOT = 'docs/change-cost.svg'
const STATUSES = ['contacted', 'qualified']

const lead = (n: number, voucher: number): Lead => ({
  id: leadId(n),
  street_address: `${(n % 180) + 1} ${['High St', 'Castle Road', 'Mill Lane'][n % 3]} ${n}`,
  postcode: `SY${(n % 25) + 1} 8AB`,
  household_size: (n % 6) + 1,
  voucher_value: String(voucher),
  status: 'new',
  priority: 'medium',
  contact_name: 'Mary Jones',
  contact_phone: null,
  contact_email: null,
  notes: null,
  area: null,
  created_at: '2026-01-15T10:20:30.000Z',
  updated_at: '2026-01-15T10:20:30.000Z',
})

const bySize = <Value>(make: (size: number) => Value) =>
  Object.fromEntries(SIZES.map((size) => [size, make(size)])) as Record<string, Value>

/** Microseconds for one lead whose voucher changes, so that it moves to another place in two of the three orders. */
function putsInto(size: number): () => Promise<number> {
  const book = new LeadBook()
  book.addAll(Array.from({ length: size }, (_, index) => lead(index + 1, 500 + (index % 17) * 250)))
  for (const sort of LEAD_SORTS) book.prepare(sort)
  let turn = 0
  return async () => {
    const changed = Array.from({ length: PUTS }, () => {
      turn++
      return lead(((turn * 7_919) % size) + 1, 500 + (turn % 4_001))
    })
    const startedAt = performance.now()
    for (const one of changed) book.put(one)
    return ((performance.now() - startedAt) * 1000) / PUTS
  }
}

/** Milliseconds from a PATCH to the event of it, on a server that does nothing else. */
async function patchesAt(server: Running, size: number): Promise<() => Promise<number>> {
  const stream = await openStream(`${server.url}/realtime/v1/changes?apikey=public-anon-key`)
  await stream.next()
  const headers = { apikey: 'public-anon-key', prefer: 'return=minimal' }
  let turn = 0
  return async () => {
    // One that was opened before the other servers were filled would be closed by now, as idle.
    const connection = await openConnection(server.port)
    const timesMs: number[] = []
    for (let count = 0; count < PATCHES; count++) {
      turn++
      const path = `/rest/v1/leads?id=eq.${leadId(((turn * 7_919) % size) + 1)}`
      const request = toRequest('PATCH', path, headers, { status: STATUSES[turn % 2] })
      const startedAt = performance.now()
      const [answer] = await Promise.all([connection.call(request), stream.nextChanges(1)])
      timesMs.push(performance.now() - startedAt)
      if (answer.status !== 204) throw new Error(`The PATCH was answered ${answer.status}.`)
    }
    connection.close()
    return median(timesMs)
  }
}

async function measureServers(start: (size: number) => Promise<Running>): Promise<Record<string, number[]>> {
  const servers: Running[] = []
  const contenders: Record<string, () => Promise<number>> = {}
  for (const size of SIZES) {
    const server = await start(size)
    servers.push(server)
    contenders[size] = await patchesAt(server, size)
  }
  const measured = await alternate(contenders, ROUNDS)
  for (const server of servers) await server.stop()
  return measured
}

const onPhone = await alternate(bySize(putsInto), ROUNDS)
const postgres = await startPostgres()
const onPostgres = await measureServers(async (size) => startDoorstep(await postgres.create(size)))
await postgres.stop()
const folders: { remove(): void | Promise<void> }[] = []
const onEmbedded = await measureServers(async (size) => {
  const folder = await createEmbedded(size)
  folders.push(folder)
  return startDoorstep(folder.env)
})
for (const folder of folders) await folder.remove()

const figures = (where: string, unit: string, measured: Record<string, number[]>) =>
  SIZES.map((size) => ({
    what: `${where}, ${size} leads`,
    value: median(measured[size] ?? []),
    unit,
  }))
const growth = (what: string, measured: Record<string, number[]>) => ({
  what,
  value: median(measured[100_000] ?? []) / median(measured[100] ?? []),
  unit: 'times',
})
const asMs = (measured: Record<string, number[]>, perMs = 1) =>
  SIZES.map((size) => ({ size, ms: median(measured[size] ?? []) / perMs }))

plotCosts(PLOT, 'leads', [
  { name: 'PATCH to subscriber, PostgreSQL', points: asMs(onPostgres) },
  { name: 'PATCH to subscriber, embedded', points: asMs(onEmbedded) },
  { name: 'LeadBook.put on the phone', points: asMs(onPhone, 1000) },
])
report('change', `the cost of one changed lead among few and among many (${PLOT})`, [
  { ...growth('phone: 100,000 leads to 100', onPhone) },
  { ...growth('server on PostgreSQL: 100,000 leads to 100', onPostgres), target: '<= 1.5' },
  { ...growth('server on the embedded database: 100,000 leads to 100', onEmbedded), target: '<= 1.5' },
  ...figures('LeadBook.put, three orders kept', 'µs', onPhone),
  ...figures('PATCH until the subscriber has it, PostgreSQL', 'ms', onPostgres),
  ...figures('PATCH until the subscriber has it, embedded', 'ms', onEmbedded),
])
