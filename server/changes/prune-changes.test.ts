import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addLead, startLiveServer } from '../testing/live-server.ts'
import { pruneChanges } from './prune-changes.job.ts'

const never = new AbortController().signal

describe('pruning the changes', () => {
  let server: Awaited<ReturnType<typeof startLiveServer>>
  let cursors: string[]
  beforeAll(async () => {
    server = await startLiveServer('postgres')
  })
  beforeEach(async () => {
    const stream = await server.open()
    for (const street of ['1', '2', '3', '4']) await addLead(server.db, street)
    cursors = (await stream.nextChanges(4)).map(({ id }) => id ?? '')
    stream.close()
  })
  afterAll(() => server?.close())

  const count = async () =>
    (await sql<{ count: number }>`select count(*) from changes where type = 'INSERT'`.execute(server.db))
      .rows[0]?.count

  it('keeps the newest rows, so that a cursor within them resumes', async () => {
    await pruneChanges(server.db, never, { days: 7, rows: 2 })
    expect(await count()).toBe(2)
    const stream = await server.open(cursors[1])
    expect(stream.first?.event).toBe('ready')
    expect((await stream.nextChanges(2)).map(({ id }) => id)).toEqual(cursors.slice(2))
  })

  it('makes a client with an older cursor reload, even if pruned twice', async () => {
    await pruneChanges(server.db, never, { days: 7, rows: 3 })
    await pruneChanges(server.db, never, { days: 7, rows: 2 })
    const stream = await server.open(cursors[0])
    expect(stream.first).toEqual({ event: 'reload', id: cursors[3], data: '{}' })
  })

  it('removes changes older than the max days, even if none are left', async () => {
    await sql`update changes set changed_at = now() - interval '8 days'`.execute(server.db)
    await pruneChanges(server.db, never, { days: 7, rows: 100 })
    expect(await count()).toBe(0)
    expect((await server.open(cursors[2])).first?.event).toBe('reload')
    expect((await server.open(cursors[3])).first?.event).toBe('ready')
  })

  it('makes a connected client reload if the pruning overtakes the feed', async () => {
    const stream = await server.open(cursors[3])
    await sql`insert into changes (table_name, type, record) values ('leads', 'PRUNED', 'null')`.execute(
      server.db,
    )
    expect((await stream.next())?.event).toBe('reload')
    await addLead(server.db, '5')
    expect(await stream.nextChanges(1)).toHaveLength(1)
  })
})
