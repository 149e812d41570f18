import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CHANGES_PATH } from '#protocol/changes.ts'
import { startLiveServer } from '../testing/live-server.ts'
import { openStream } from '../testing/sse-client.ts'

const LEADS = 20
/** Each change is a megabyte. Together they are more than a socket buffers. */
const NOTES_LENGTH = 1_000_000
const MAX_BUFFERED_BYTES = 3 * 1024 * 1024

describe('a client that was offline for a long time', () => {
  let server: Awaited<ReturnType<typeof startLiveServer>>
  let cursor: string
  beforeAll(async () => {
    server = await startLiveServer('postgres')
    const { first, close } = await server.open()
    close()
    cursor = first?.id ?? ''
    await sql`insert into leads (street_address, postcode, voucher_value, area, notes)
      select n || ' High St', '', 0, 'Ludlow', repeat('n', ${sql.lit(NOTES_LENGTH)})
      from generate_series(1, ${sql.lit(LEADS)}) n`.execute(server.db)
    server.changeFeed.wake()
    const { rows } = await sql<{ last: number }>`select max(id) as last from changes`.execute(server.db)
    await vi.waitFor(() => expect(Number(server.changeFeed.position().id)).toBe(rows[0]?.last))
  })
  afterAll(() => server?.close())

  it.each([
    ['everything', ''],
    ['one area', '&area=Ludlow'],
  ])('receives %s at its own pace, while the server buffers little', async (_, area) => {
    const connected = once(server.app.server, 'connection')
    const client = net.connect(Number(new URL(server.url).port), '127.0.0.1').pause()
    const path = `${CHANGES_PATH}${new URL(server.url).search}${area}&since=${cursor}`
    client.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    const [socket] = await connected
    await vi.waitFor(() => expect(socket.writableNeedDrain).toBe(true))
    expect(socket.writableLength).toBeLessThan(MAX_BUFFERED_BYTES)
    client.destroy()

    const back = await openStream(`${server.url}${area}&since=${cursor}`)
    const received = await back.nextChanges(LEADS)
    back.close()
    const streets = received.map(
      ({ change }) => (change as { record: { street_address: string } }).record.street_address,
    )
    expect(streets).toEqual(Array.from({ length: LEADS }, (_lead, n) => `${n + 1} High St`))
  })
})
