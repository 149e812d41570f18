import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdAnswerTo, openProxy, type TcpProxy } from '../testing/cuttable-connection.ts'
import { addLead, startLiveServer } from '../testing/live-server.ts'
import { openOfficialClient } from '../testing/official-client.ts'

describe('the official client behind a connection that fails', () => {
  let server: Awaited<ReturnType<typeof startLiveServer>>
  let proxy: TcpProxy
  let client: ReturnType<typeof openOfficialClient>
  beforeEach(async () => {
    server = await startLiveServer('postgres')
    proxy = await openProxy({ host: '127.0.0.1', port: Number(new URL(server.origin).port) })
  })
  afterEach(async () => {
    await client.close()
    proxy.close()
    await server.close()
  })
  const open = (realtime = {}) => {
    client = openOfficialClient(`http://127.0.0.1:${proxy.port}`, server.key, realtime)
    return client
  }
  const add = async (street: string) => {
    await addLead(server.db, street)
    server.changeFeed.wake()
  }
  const streets = (changes: { new: Record<string, unknown> }[]) =>
    changes.map(({ new: row }) => row.street_address)

  it('joins its channels again after a cut, and then sees every change once', async () => {
    const [leads, all] = [open().follow('leads'), client.follow('all', [{ table: '*' }])]
    await Promise.all([leads.reached('SUBSCRIBED'), all.reached('SUBSCRIBED')])
    await add('1 High St')
    await Promise.all([leads.next(1), all.next(1)])
    for (const cuts of [1, 2, 3]) {
      proxy.cut()
      await Promise.all([leads.reached('CHANNEL_ERROR', cuts), all.reached('CHANNEL_ERROR', cuts)])
      await Promise.all([leads.reached('SUBSCRIBED', cuts + 1), all.reached('SUBSCRIBED', cuts + 1)])
      await add(`${cuts}a High St`)
      await add(`${cuts}b High St`)
      for (const channel of [leads, all])
        expect(streets(await channel.next(2))).toEqual([`${cuts}a High St`, `${cuts}b High St`])
    }
    expect([leads.seen, all.seen]).toEqual([[], []])
  })

  it('learns from its status that it may have missed changes, and reads the list again', async () => {
    const channel = open().follow('leads')
    const direct = openOfficialClient(server.origin, server.key)
    const witness = direct.follow('leads')
    await Promise.all([channel.reached('SUBSCRIBED'), witness.reached('SUBSCRIBED')])
    const held = holdAnswerTo('GET /realtime/v1/websocket', proxy)
    proxy.cut()
    await channel.reached('CHANNEL_ERROR')
    await add('missed')
    await witness.next(1)
    await direct.close()
    ;(await held).pass()
    await channel.reached('SUBSCRIBED', 2)
    await add('seen')
    expect(streets(await channel.next(1))).toEqual(['seen'])
    const { data } = await client.client.from('leads').select('street_address').order('street_address')
    expect(data).toEqual([{ street_address: 'missed' }, { street_address: 'seen' }])
  })

  it('times out if the server does not answer, and subscribes when it does', async () => {
    const held = holdAnswerTo('GET /realtime/v1/websocket', proxy)
    const channel = open({ timeout: 500 }).follow('leads')
    await channel.reached('TIMED_OUT')
    ;(await held).pass()
    await channel.reached('SUBSCRIBED')
  })

  it('stays subscribed as long as its heartbeats are answered', async () => {
    const channel = open().follow('leads')
    const { realtime } = client.client
    let answered = 0
    realtime.onHeartbeat((status) => {
      if (status === 'ok') answered += 1
    })
    await channel.reached('SUBSCRIBED')
    // Sent by hand, because at a short interval a slow machine would answer too late.
    for (const before of [0, 1, 2, 3]) {
      await realtime.sendHeartbeat()
      await vi.waitFor(() => expect(answered).toBeGreaterThan(before))
    }
    expect(channel.statuses).toEqual(['SUBSCRIBED'])
  })

  it('subscribes again if the server has lost changes', async () => {
    const channel = open().follow('leads')
    await channel.reached('SUBSCRIBED')
    await sql`update change_epoch set epoch = 'another'`.execute(server.db)
    await channel.reached('CHANNEL_ERROR')
    expect(channel.errors).toEqual(['socket closed: 1012 (Changes were lost: read the lists again.)'])
    await channel.reached('SUBSCRIBED', 2)
    await add('after')
    expect(streets(await channel.next(1))).toEqual(['after'])
  })

  it('learns that the server restarts', async () => {
    const channel = open().follow('leads')
    await channel.reached('SUBSCRIBED')
    const closing = server.app.close()
    await channel.reached('CHANNEL_ERROR')
    expect(channel.errors[0]).toBe('socket closed: 1001 (The server is restarting.)')
    await closing
  })
})
