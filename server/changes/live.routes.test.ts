import { once } from 'node:events'
import net from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CHANGES_PATH, HEARTBEAT_MS } from '#protocol/changes.ts'
import { DATABASES } from '../testing/databases.ts'
import { addLead, startLiveServer } from '../testing/live-server.ts'
import { openStream } from '../testing/sse-client.ts'

/** A beat says how far the stream is behind, once the feed knows that. */
const BEAT = { id: undefined, event: 'beat', data: expect.stringMatching(/^\{("behind_ms":\d+)?\}$/) }

describe.each(DATABASES)('the change stream of an %s database', (kind) => {
  let server: Awaited<ReturnType<typeof startLiveServer>>
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    server = await startLiveServer(kind)
  })
  afterAll(async () => {
    vi.useRealTimers()
    await server.close()
  })

  it('beats while nothing happens, so that a client can detect a dead connection', async () => {
    const stream = await server.open()
    expect(await stream.nextOfAll()).toEqual(BEAT)
    vi.advanceTimersByTime(2 * HEARTBEAT_MS)
    expect([await stream.nextOfAll(), await stream.nextOfAll()]).toEqual([BEAT, BEAT])
  })

  it('beats once everything after the cursor was sent', async () => {
    const live = await server.open()
    await addLead(server.db, '1 Mill Lane')
    await addLead(server.db, '2 Mill Lane')
    await live.nextChanges(2)
    const stream = await server.open(live.first?.id)
    const events = [await stream.nextOfAll(), await stream.nextOfAll(), await stream.nextOfAll()]
    expect(events.map((event) => event?.event)).toEqual(['message', 'message', 'beat'])
  })

  it('is an event stream that proxies must not buffer', async () => {
    const { response } = await server.open()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    })
  })

  it('refuses a client without the key, even if it asks only for the headers', async () => {
    const url = server.url.replace(/\?.*/, '')
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(`${url}?apikey=wrong`)).status).toBe(401)
    expect((await fetch(server.url, { method: 'HEAD' })).status).toBe(404)
  })

  it('refuses an area that no row can have', async () => {
    expect((await fetch(`${server.url}&area=%00`)).status).toBe(400)
  })

  it('shows an insert, an update and a delete of a lead, as the list shows it', async () => {
    const stream = await server.open()
    const { id } = await addLead(server.db, '2 High St')
    const inserted = await server.listed('leads', id)
    const changes = { status: 'contacted', household_size: 3, voucher_value: 999.5 } as const
    await server.db.updateTable('leads').set(changes).where('id', '=', id).execute()
    const updated = await server.listed('leads', id)
    await server.db.deleteFrom('leads').where('id', '=', id).execute()
    server.changeFeed.wake()

    expect(updated).toMatchObject({ voucher_value: '999.5' })
    expect((await stream.nextChanges(3)).map(({ change }) => change)).toEqual([
      { table: 'leads', type: 'INSERT', record: inserted },
      { table: 'leads', type: 'UPDATE', record: updated },
      { table: 'leads', type: 'DELETE', record: updated },
    ])
  })

  it('shows an opportunity as the list shows it, without its signature', async () => {
    const stream = await server.open()
    const { id } = await server.db
      .insertInto('opportunities')
      .values({
        session_id: 'sale_1',
        status: 'closed-won',
        customer_name: 'Ann\nMöller "x" \u2028',
        service_monthly_price: 299,
        service_installation_price: 995,
        total_value: 1294,
        contract_signature: 'data:image/png;base64,AAAA',
        contract_timestamp: '2026-01-02T03:04:05.678Z',
        closed_by: 'agent',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { contract_signature: _, ...record } = await server.listed('opportunities', id)
    const [seen] = await stream.nextChanges(1)
    expect(seen?.change).toEqual({ table: 'opportunities', type: 'INSERT', record })
  })

  it('continues after the cursor of the last event, in the header or in the address', async () => {
    const stream = await server.open()
    for (const number of [1, 2, 3]) await addLead(server.db, `${number} High St`)
    const [first, ...rest] = await stream.nextChanges(3)
    stream.close()

    const resumed = await server.open(first?.id)
    expect(resumed.first).toMatchObject({ event: 'ready', id: first?.id })
    expect(await resumed.nextChanges(2)).toEqual(rest)
    const byAddress = await openStream(`${server.url}&since=${first?.id}`)
    expect(await byAddress.nextChanges(2)).toEqual(rest)
    const both = await openStream(`${server.url}&since=${first?.id}`, { 'last-event-id': rest[0]?.id ?? '' })
    expect(await both.nextChanges(1)).toEqual(rest.slice(1))
  })

  it('continues after the cursor of `ready` if there was no change yet', async () => {
    const { first, close } = await server.open()
    close()
    const row = await addLead(server.db, '2 High St')
    const [seen] = await (await server.open(first?.id)).nextChanges(1)
    expect(seen?.change).toMatchObject({ type: 'INSERT', record: { id: row.id } })
  })

  it.each([
    ['of another database', (cursor: string) => cursor.replace(/^\w+/, '0123456789ab')],
    ['from the future of a restored copy', (cursor: string) => cursor.replace(/\d+\.\d+$/, '999999999.1')],
    ['of the wrong form', () => "1' or true --"],
  ])('makes a client with a cursor %s reload, and continues from there', async (_, tampered) => {
    const { first } = await server.open()
    const stream = await server.open(tampered(first?.id ?? ''))
    expect(stream.first).toEqual({ event: 'reload', id: first?.id, data: '{}' })
    await addLead(server.db, '2 High St')
    expect(await stream.nextChanges(1)).toHaveLength(1)
  })

  it('buffers little for a client that does not read, disconnects it, and sends the rest later', async () => {
    const notes = 'x'.repeat(100_000)
    const connected = once(server.app.server, 'connection')
    const client = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    client.write(`GET ${CHANGES_PATH}${new URL(server.url).search} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    const [[firstBytes], [socket]] = await Promise.all([once(client, 'data'), connected])
    client.pause()
    const cursor = /^id: (.+)$/m.exec(String(firstBytes))?.[1]
    const dropped = once(socket, 'close')

    let mostKept = 0
    let count = 0
    while (!socket.destroyed) {
      await addLead(server.db, '2 High St', { notes })
      server.changeFeed.wake()
      await setImmediate()
      count += 1
      mostKept = Math.max(mostKept, socket.writableLength)
    }
    await dropped
    expect(mostKept).toBeLessThan(3 * 1024 * 1024)
    client.destroy()
    expect(await (await server.open(cursor)).nextChanges(count)).toHaveLength(count)
  })

  it('ends at once at shutdown', async () => {
    const stream = await server.open()
    await server.app.close()
    expect(await stream.next()).toBeUndefined()
  })
})

it('refuses a stream beyond the limit until another one closes', async () => {
  const server = await startLiveServer('embedded', { total: 1, perAddress: 1 })
  const { close } = await server.open()
  const refused = await fetch(server.url)
  expect([refused.status, refused.headers.has('retry-after'), await refused.json()]).toEqual([
    503,
    true,
    expect.objectContaining({ code: 'too-many-streams' }),
  ])
  close()
  await vi.waitFor(async () => expect((await fetch(server.url)).status).toBe(200))
  await server.close()
})
