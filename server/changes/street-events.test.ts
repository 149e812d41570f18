import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../db/schema.ts'
import { DATABASES } from '../testing/databases.ts'
import { addLead, startLiveServer } from '../testing/live-server.ts'
import { openStream } from '../testing/sse-client.ts'

const addDoor = async (db: Db, street: string, area: string) => {
  const { id } = await addLead(db, street, { area })
  await db.insertInto('doors').values({ lead_id: id, area, state: 'empty', tries: 0 }).execute()
}

describe.each(DATABASES)('The street in the change stream of the %s database', (kind) => {
  let server: Awaited<ReturnType<typeof startLiveServer>>
  beforeAll(async () => {
    server = await startLiveServer(kind)
  })
  afterAll(() => server.close())

  test('is a named event among the changes, for streams that follow its area', async () => {
    const everything = await server.open()
    const ludlow = await openStream(`${server.url}&area=Ludlow`)
    await ludlow.next()
    await addDoor(server.db, '1 High St', 'Hereford')
    await addDoor(server.db, '2 High St', 'Ludlow')
    server.changeFeed.wake()
    const street = { event: 'street', data: '{"part": "doors"}', id: expect.any(String) }
    const lead = (name: string) => ({ event: 'message', data: expect.stringContaining(name) })
    for (const expected of [lead('1 High St'), street, lead('2 High St'), street])
      expect(await everything.next()).toMatchObject(expected)
    for (const expected of [lead('2 High St'), street]) expect(await ludlow.next()).toMatchObject(expected)
    everything.close()
    ludlow.close()
  })
})
