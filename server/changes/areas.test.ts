import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HEARTBEAT_MS } from '#protocol/changes.ts'
import { addLead, startLiveServer } from '../testing/live-server.ts'
import { openStream } from '../testing/sse-client.ts'

describe('the change stream of one area', () => {
  let server: Awaited<ReturnType<typeof startLiveServer>>
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    server = await startLiveServer('postgres')
  })
  afterAll(async () => {
    vi.useRealTimers()
    await server.close()
  })

  const open = async (area: string, cursor = '') => {
    const stream = await openStream(`${server.url}&area=${area}&since=${cursor}`)
    return { ...stream, first: await stream.next() }
  }
  const add = async (street: string, area: string | null) => {
    const { id } = await addLead(server.db, street, { area })
    server.changeFeed.wake()
    return id
  }
  const received = async (stream: Awaited<ReturnType<typeof open>>, count: number) =>
    (await stream.nextChanges(count)).map(({ change }) => {
      const { type, record } = change as { type: string; record: Record<string, string> }
      return `${type} ${record.street_address ?? record.session_id} ${record.area}`
    })

  it('shows only its own leads and sales', async () => {
    const stream = await open('Ludlow')
    await add('1 High St', 'Hereford')
    await add('2 High St', 'Ludlow')
    await add('3 High St', null)
    for (const area of ['Hereford', 'Ludlow'])
      await server.db
        .insertInto('opportunities')
        .values({ session_id: `sale in ${area}`, area })
        .execute()
    await add('4 High St', 'Ludlow')
    expect(await received(stream, 3)).toEqual([
      'INSERT 2 High St Ludlow',
      'INSERT sale in Ludlow Ludlow',
      'INSERT 4 High St Ludlow',
    ])
  })

  it('shows in both areas a lead that moves between them', async () => {
    const [left, entered] = await Promise.all([open('Ludlow'), open('Hereford')])
    const id = await add('5 High St', 'Ludlow')
    expect(await received(left, 1)).toEqual(['INSERT 5 High St Ludlow'])
    await server.db.updateTable('leads').set({ area: 'Hereford' }).where('id', '=', id).execute()
    server.changeFeed.wake()
    expect(await received(left, 1)).toEqual(['UPDATE 5 High St Hereford'])
    expect(await received(entered, 1)).toEqual(['UPDATE 5 High St Hereford'])
  })

  it('shows leads without an area if the area is empty', async () => {
    const stream = await open('')
    await add('6 High St', 'Ludlow')
    await add('7 High St', null)
    expect(await received(stream, 1)).toEqual(['INSERT 7 High St null'])
  })

  it('continues after a cursor, past changes elsewhere', async () => {
    const { first, close } = await open('Ludlow')
    close()
    await add('8 High St', 'Hereford')
    await add('9 High St', 'Ludlow')
    await add('10 High St', 'Hereford')
    const back = await open('Ludlow', first?.id)
    expect(await received(back, 1)).toEqual(['INSERT 9 High St Ludlow'])
    await add('11 High St', 'Ludlow')
    expect(await received(back, 1)).toEqual(['INSERT 11 High St Ludlow'])
  })

  it('advances the cursor of a quiet area with its beats', async () => {
    const quiet = await open('Ludlow')
    expect(await quiet.nextOfAll()).toMatchObject({ event: 'beat', id: undefined })
    const everywhere = await server.open()
    await add('12 High St', 'Hereford')
    const [elsewhere] = await everywhere.nextChanges(1)
    vi.advanceTimersByTime(HEARTBEAT_MS)
    expect(await quiet.nextOfAll()).toMatchObject({ id: elsewhere?.id, event: 'beat' })
  })
})
