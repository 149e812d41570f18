import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addLead, startLiveServer } from '../testing/live-server.ts'
import { openOfficialClient, type Wanted } from '../testing/official-client.ts'

describe('the official client is refused with the reason', () => {
  let server: Awaited<ReturnType<typeof startLiveServer>>
  const clients: ReturnType<typeof openOfficialClient>[] = []
  beforeAll(async () => {
    server = await startLiveServer('postgres')
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close()
  })
  afterAll(() => server?.close())

  const open = (key = server.key) => {
    const client = openOfficialClient(server.origin, key)
    clients.push(client)
    return client
  }

  it.each<[Wanted, string]>([
    [
      { table: 'profiles' },
      'There are changes of public.leads and public.opportunities, not of public.profiles.',
    ],
    [
      { schema: 'private' },
      'There are changes of public.leads and public.opportunities, not of private.leads.',
    ],
    [{ filter: 'colour=eq.red' }, 'leads has no column colour.'],
    [{ filter: 'street_address=ilike.%high%' }, 'but not by ilike.'],
    [{ select: ['id'] }, 'Changes carry whole rows: leave out select.'],
  ])('if it asks for %j', async (wanted, words) => {
    const channel = open().follow('refused', [wanted])
    await channel.reached('CHANNEL_ERROR')
    expect(channel.errors[0]).toContain(words)
  })

  it('if its key is wrong, although the server sends none', async () => {
    const channel = open('wrong').follow('refused')
    await channel.reached('CHANNEL_ERROR')
    expect(channel.statuses).not.toContain('SUBSCRIBED')
  })

  it('if its token is not the key, when it joins and later', async () => {
    const client = open()
    await client.client.realtime.setAuth(server.key)
    const channel = client.follow('token')
    await channel.reached('SUBSCRIBED')
    await client.client.realtime.setAuth('stolen')
    await channel.reached('CHANNEL_ERROR', 2)
    expect(channel.errors[0]).toBe(
      'Unauthorized: The access token is not the key with which this socket was opened.',
    )
    expect(channel.errors[1]).toBe(channel.errors[0])
    await client.client.realtime.setAuth(server.key)
    await channel.reached('SUBSCRIBED', 2)
  })

  it('if it asks for presence, when it joins and later', async () => {
    const client = open()
    const channel = client.client.channel('presence').on('presence', { event: 'sync' }, () => {})
    const refused = Promise.withResolvers<string>()
    channel.subscribe((status, error) => status === 'CHANNEL_ERROR' && refused.resolve(error?.message ?? ''))
    expect(await refused.promise).toContain('Presence is not supported.')
    const changes = client.follow('changes')
    await changes.reached('SUBSCRIBED')
    expect(await changes.channel.track({ name: 'Ann' })).toBe('error')
    expect(changes.statuses).toEqual(['SUBSCRIBED'])
  })

  it('if it broadcasts, and still receives its changes', async () => {
    const client = open()
    const quiet = client.follow('quiet')
    const careful = client.follow('careful', [{}], { config: { broadcast: { ack: true } } })
    await Promise.all([quiet.reached('SUBSCRIBED'), careful.reached('SUBSCRIBED')])
    const message = { type: 'broadcast', event: 'ping', payload: { here: true } } as const
    expect(await careful.channel.send(message)).toBe('error')
    await quiet.channel.send(message)
    await quiet.reached('CHANNEL_ERROR')
    expect(quiet.errors).toEqual([expect.stringContaining('Broadcast is not supported')])
    await expect(quiet.channel.httpSend('ping', {})).rejects.toThrow('Broadcast is not supported')

    await quiet.reached('SUBSCRIBED', 2)
    await addLead(server.db, '1 High St')
    server.changeFeed.wake()
    await Promise.all([quiet.next(1), careful.next(1)])
    expect(careful.statuses).toEqual(['SUBSCRIBED'])
  })
})
