import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type ServedTables, serveTables } from '../postgrest/test-server.ts'

const packing = vi.hoisted(() => ({ begun: 0, until: Promise.resolve() }))
vi.mock('node:zlib', async (importActual) => {
  const actual = await importActual<typeof import('node:zlib')>()
  const gzip = (...call: Parameters<typeof actual.gzip>) => {
    packing.begun++
    void packing.until.then(() => actual.gzip(...call))
  }
  const createGzip = (...call: Parameters<typeof actual.createGzip>) => {
    packing.begun++
    const stream = actual.createGzip(...call)
    const end = stream.end.bind(stream)
    return Object.assign(stream, { end: () => void packing.until.then(() => end()) })
  }
  return { ...actual, gzip, createGzip }
})

const NOTES = 'n'.repeat(1_000)
const LONG = '/rest/v1/opportunities?select=notes'
const SHORT = `${LONG}&limit=2`
const AT_ONCE = 6

let server: ServedTables
beforeAll(async () => {
  server = await serveTables('postgres')
  await sql`insert into opportunities (session_id, notes)
    select 'sale_' || n, ${NOTES} from generate_series(1, 40) n`.execute(server.db)
})
afterEach(() => void vi.useRealTimers())
afterAll(() => server?.stop())

async function read(path: string, acceptEncoding: string) {
  const response = await server.call('GET', path, { headers: { 'accept-encoding': acceptEncoding } })
  const { status, headers } = response
  const [encoding, vary] = [headers.get('content-encoding'), headers.get('vary')]
  return { status, encoding, vary, rows: await response.json() }
}

const rows = (count: number) => Array.from({ length: count }, () => ({ notes: NOTES }))

it('compresses a long list for a client that accepts gzip', async () => {
  expect(await read(LONG, 'gzip, deflate, br')).toEqual({
    status: 200,
    encoding: 'gzip',
    vary: 'Accept-Encoding',
    rows: rows(40),
  })
})

it.each(['identity', 'br', 'gzip;q=0'])(
  'sends a long list uncompressed to a client that accepts %s',
  async (accepted) => {
    expect(await read(LONG, accepted)).toEqual({
      status: 200,
      encoding: null,
      vary: 'Accept-Encoding',
      rows: rows(40),
    })
  },
)

it('sends a short answer uncompressed', async () => {
  expect(await read(SHORT, 'gzip')).toEqual({ status: 200, encoding: null, vary: null, rows: rows(2) })
})

it('reads no further long list while six are being compressed', async () => {
  const hold = Promise.withResolvers<void>()
  Object.assign(packing, { begun: 0, until: hold.promise })
  const first = Array.from({ length: AT_ONCE }, (_, n) => read(`${LONG}&limit=${100 + n}`, 'gzip'))
  await vi.waitFor(() => expect(packing.begun).toBe(AT_ONCE))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isAnswered = false
  const late = read(LONG, 'gzip').finally(() => {
    isAnswered = true
  })
  while (!isAnswered && packing.begun === AT_ONCE) await vi.advanceTimersByTimeAsync(1_000)
  hold.resolve()
  expect(packing.begun).toBe(AT_ONCE)
  expect((await late).status).toBe(503)
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual(first.map(() => 200))
})
