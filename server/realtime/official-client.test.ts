import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { forgetChanges } from '../erasure/person.queries.ts'
import { DATABASES } from '../testing/databases.ts'
import { addLead, startLiveServer } from '../testing/live-server.ts'
import { openOfficialClient } from '../testing/official-client.ts'
import { VERSIONS } from './frames.ts'

const KINDS = DATABASES.flatMap((kind) => VERSIONS.map((vsn) => [kind, vsn] as const))

describe.each(KINDS)('the official client, on an %s database with protocol %s', (kind, vsn) => {
  let server: Awaited<ReturnType<typeof startLiveServer>>
  const clients: ReturnType<typeof openOfficialClient>[] = []
  beforeAll(async () => {
    server = await startLiveServer(kind)
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close()
  })
  afterAll(() => server?.close())

  const open = (realtime: object = {}) => {
    const client = openOfficialClient(server.origin, server.key, { vsn, ...realtime })
    clients.push(client)
    return client
  }
  const add = async (street: string, values = {}) => {
    const row = await addLead(server.db, street, values)
    server.changeFeed.wake()
    return row
  }

  it('sees an insert, an update and a delete, with the row as the list shows it', async () => {
    const channel = open().follow('leads')
    await channel.reached('SUBSCRIBED')
    const { id } = await add('1 High St')
    const inserted = await server.listed('leads', id)
    await server.db.updateTable('leads').set({ voucher_value: 999.5 }).where('id', '=', id).execute()
    const updated = await server.listed('leads', id)
    await server.db.deleteFrom('leads').where('id', '=', id).execute()
    server.changeFeed.wake()

    const common = { schema: 'public', table: 'leads', errors: null, commit_timestamp: expect.any(String) }
    const changes = await channel.next(3)
    expect(changes).toEqual([
      { ...common, eventType: 'INSERT', new: inserted, old: {} },
      { ...common, eventType: 'UPDATE', new: updated, old: { id } },
      { ...common, eventType: 'DELETE', new: {}, old: { id } },
    ])
    expect(changes[0]?.commit_timestamp).toBe(inserted.created_at)
    expect(channel.system).toEqual([
      { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL', channel: 'leads' },
    ])
  })

  it('sees an opportunity as the list shows it, without its signature', async () => {
    const channel = open().follow('sales', [{ table: 'opportunities' }])
    await channel.reached('SUBSCRIBED')
    const { id } = await server.db
      .insertInto('opportunities')
      .values({ session_id: `sale ${vsn}`, total_value: 1294.1, eligibility_status: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    server.changeFeed.wake()
    const { contract_signature: _, ...record } = await server.listed('opportunities', id)
    expect((await channel.next(1))[0]).toMatchObject({ table: 'opportunities', new: record })
  })

  it('sees only what its filter passes, and only the events that it asked for', async () => {
    const client = open()
    const hot = client.follow('hot', [{ event: 'INSERT', filter: 'status=eq.new,household_size=gte.3' }])
    const both = client.follow('both', [
      { filter: 'area=in.(Ludlow,"Hereford, north")' },
      { event: 'DELETE', filter: 'priority=neq.low' },
    ])
    await Promise.all([hot.reached('SUBSCRIBED'), both.reached('SUBSCRIBED')])
    await add('2 High St', { status: 'new', household_size: 2, area: 'Ludlow' })
    await add('3 High St', { status: 'contacted', household_size: 3, area: 'Hereford, north' })
    const last = await add('4 High St', { status: 'new', household_size: 4, priority: 'high' })
    await server.db.deleteFrom('leads').where('id', '=', last.id).execute()
    server.changeFeed.wake()
    expect((await hot.next(1)).map(({ new: row }) => row.street_address)).toEqual(['4 High St'])
    expect((await both.next(3)).map(({ new: row, old }) => row.street_address ?? old.id)).toEqual([
      '2 High St',
      '3 High St',
      last.id,
    ])
    expect([hot.seen, both.seen]).toEqual([[], []])
  })

  it('sees that a row was erased, whatever its filter, because only the id is left', async () => {
    const filtered = open().follow('filtered', [{ filter: 'status=eq.new' }])
    await filtered.reached('SUBSCRIBED')
    const { id } = await add('2 High St', { status: 'contacted' })
    await server.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('leads').where('id', '=', id).execute()
      await forgetChanges(transaction, [id])
    })
    server.changeFeed.wake()
    expect((await filtered.next(1)).map(({ eventType, old }) => [eventType, old])).toEqual([
      ['DELETE', { id }],
    ])
  })

  it('sees a change once on each of two channels, and once on one that follows it twice', async () => {
    const client = open()
    const first = client.follow('first')
    const second = client.follow('second', [{}, { table: '*' }])
    await Promise.all([first.reached('SUBSCRIBED'), second.reached('SUBSCRIBED')])
    await add('5 High St')
    await add('6 High St')
    const streets = (seen: { new: Record<string, unknown> }[]) => seen.map((one) => one.new.street_address)
    expect(streets(await first.next(2))).toEqual(['5 High St', '6 High St'])
    // Once for each subscription, as in the original.
    expect(streets(await second.next(4))).toEqual(['5 High St', '5 High St', '6 High St', '6 High St'])
    expect([first.seen, second.seen]).toEqual([[], []])
  })

  it('sees nothing more of a channel after it leaves it', async () => {
    const client = open()
    const left = client.follow('left')
    const stays = client.follow('stays')
    await Promise.all([left.reached('SUBSCRIBED'), stays.reached('SUBSCRIBED')])
    expect(await client.client.removeChannel(left.channel)).toBe('ok')
    await left.reached('CLOSED')
    await add('7 High St')
    await stays.next(1)
    expect(left.seen).toEqual([])
  })

  it('follows only one area if it asks for one, like a stream', async () => {
    const channel = open({ params: { area: 'Ludlow' } }).follow('area')
    await channel.reached('SUBSCRIBED')
    await add('8 High St', { area: 'Hereford' })
    const { id } = await add('9 High St', { area: 'Ludlow' })
    await server.db.updateTable('leads').set({ area: 'Hereford' }).where('id', '=', id).execute()
    server.changeFeed.wake()
    expect((await channel.next(2)).map(({ eventType, new: row }) => [eventType, row.area])).toEqual([
      ['INSERT', 'Ludlow'],
      ['UPDATE', 'Hereford'],
    ])
  })
})
