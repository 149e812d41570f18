import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HEARTBEAT_MS, SOCKET_PATH } from '#protocol/changes.ts'
import { addLead, startLiveServer } from '../testing/live-server.ts'
import { type FollowedChannel, openOfficialClient } from '../testing/official-client.ts'
import { OPCODES, openPlainSocket, toFrame } from '../testing/plain-socket.ts'
import { MAX_CHANNELS, MAX_FRAME_BYTES, MAX_MESSAGES_A_BEAT, MAX_UNREAD_BYTES } from './limits.ts'

const HEARTBEAT = [null, '1', 'phoenix', 'heartbeat', {}] as const
const FOLLOW = (filter?: string) => ({
  config: { postgres_changes: [{ event: '*', schema: 'public', table: 'leads', filter }] },
})

describe('a hostile socket', () => {
  let server: Awaited<ReturnType<typeof startLiveServer>>
  let bystander: ReturnType<typeof openOfficialClient>
  let channel: FollowedChannel
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    server = await startLiveServer('postgres')
    bystander = openOfficialClient(server.origin, server.key)
    channel = bystander.follow('leads')
    await channel.reached('SUBSCRIBED')
  })
  afterEach(async () => {
    await bystander.close()
    vi.useRealTimers()
    await server.close()
  })

  const open = () => openPlainSocket(`${server.origin}${SOCKET_PATH}?apikey=${server.key}&vsn=2.0.0`)
  const metric = async (name: string) =>
    Number(new RegExp(`^${name} (.+)$`, 'm').exec(await server.metrics.metrics())?.[1])
  const cuts = (why: string) => metric(`doorstep_cut_sockets_total{why="${why}"}`.replace(/[{}"]/g, '\\$&'))
  /** Checks that the other client has one socket, sees the next change once, and was never interrupted. */
  const othersGoOn = async () => {
    await vi.waitFor(async () => expect(await metric('doorstep_open_sockets')).toBe(1))
    await addLead(server.db, 'afterwards')
    server.changeFeed.wake()
    await vi.waitFor(() => expect(channel.seen.at(-1)?.new.street_address).toBe('afterwards'))
    expect(channel.seen.filter(({ new: row }) => row.street_address === 'afterwards')).toHaveLength(1)
    expect(channel.statuses).toEqual(['SUBSCRIBED'])
  }

  it.each<[string, string | Buffer, number]>([
    ['is no JSON', '{"topic":', OPCODES.text],
    ['is JSON of another shape', '{"topic":"phoenix"}', OPCODES.text],
    [
      'is of the other protocol',
      '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}',
      OPCODES.text,
    ],
    ['is no UTF-8', Buffer.from([0xff, 0xfe]), OPCODES.text],
    ['is binary', Buffer.from([1, 2, 3]), OPCODES.binary],
    ['is empty', '', OPCODES.text],
  ])('is closed with 1007 for a frame that %s', async (_, payload, opcode) => {
    const hostile = await open()
    hostile.send(payload, opcode)
    expect(await hostile.closed()).toBe(1007)
    await othersGoOn()
  })

  it('is closed with 1009 for a frame that is too large, before all of it arrives', async () => {
    const hostile = await open()
    hostile.socket.write(toFrame(Buffer.alloc(MAX_FRAME_BYTES + 1), OPCODES.text).subarray(0, 20))
    expect(await hostile.closed()).toBe(1009)
    const inPieces = await open()
    inPieces.socket.write(toFrame(Buffer.alloc(MAX_FRAME_BYTES), OPCODES.text, false))
    inPieces.socket.write(toFrame(Buffer.alloc(1), 0, false))
    expect(await inPieces.closed()).toBe(1009)
    await othersGoOn()
  })

  it('is closed with 1002 for bytes that are not a frame', async () => {
    const hostile = await open()
    hostile.socket.write(Buffer.alloc(64, 0xff))
    expect(await hostile.closed()).toBe(1002)
    await othersGoOn()
  })

  it('gets only a hundred of a thousand channels', async () => {
    const hostile = await open()
    for (let n = 0; n < 1_000; n++) hostile.say(`${n}`, `${n}`, `realtime:${n}`, 'phx_join', {})
    hostile.say(...HEARTBEAT)
    await vi.waitFor(() => expect(hostile.messages()).toHaveLength(1_001))
    const joined = hostile
      .messages()
      .filter(([, , topic, , { status }]) => topic !== 'phoenix' && status === 'ok')
    expect(joined).toHaveLength(MAX_CHANNELS)
    expect(hostile.messages()[999]).toEqual([
      '999',
      '999',
      'realtime:999',
      'phx_reply',
      {
        status: 'error',
        response: { reason: `ChannelRateLimitReached: One socket has at most ${MAX_CHANNELS} channels.` },
      },
    ])
    hostile.socket.destroy()
    await othersGoOn()
  })

  it('holds no more subscriptions than a socket may have', async () => {
    const hostile = await open()
    const many = { config: { postgres_changes: Array.from({ length: 201 }, () => ({ table: 'leads' })) } }
    const long = FOLLOW(`street_address=eq.${'x'.repeat(20_000)}`)
    hostile.say('1', '1', 'realtime:many', 'phx_join', many)
    hostile.say('2', '2', 'realtime:first', 'phx_join', long)
    hostile.say('3', '3', 'realtime:second', 'phx_join', long)
    hostile.say('2', '4', 'realtime:first', 'phx_leave', {})
    hostile.say('5', '5', 'realtime:second', 'phx_join', long)
    await vi.waitFor(() => expect(hostile.messages().some(([ref]) => ref === '5')).toBe(true))
    const answers = hostile
      .messages()
      .flatMap(([, ref, , event, { status }]) => (event === 'phx_reply' ? [[ref, status]] : []))
    expect(answers).toEqual([
      ['1', 'error'],
      ['2', 'ok'],
      ['3', 'error'],
      ['4', 'ok'],
      ['5', 'ok'],
    ])
    hostile.socket.destroy()
    await othersGoOn()
  })

  it.each<[string, string | Buffer, number]>([
    ['messages', JSON.stringify(HEARTBEAT), OPCODES.text],
    ['pings', '', OPCODES.ping],
  ])('is closed with 1008 for too many %s', async (_, payload, opcode) => {
    const hostile = await open()
    for (let sent = 0; sent <= MAX_MESSAGES_A_BEAT; sent++) hostile.send(payload, opcode)
    expect(await hostile.closed()).toBe(1008)
    expect(await cuts('messages')).toBe(1)
    await othersGoOn()
  })

  it('may send the same number again after the next beat', async () => {
    const busy = await open()
    for (let round = 1; round <= 3; round++) {
      for (let sent = 0; sent < MAX_MESSAGES_A_BEAT - 5; sent++) busy.say(...HEARTBEAT)
      await vi.waitFor(() => expect(busy.messages()).toHaveLength(round * (MAX_MESSAGES_A_BEAT - 5)))
      vi.advanceTimersByTime(HEARTBEAT_MS)
    }
    busy.socket.destroy()
    await othersGoOn()
  })

  it('is cut off after a minute without a sign of life, while others answer pings', async () => {
    const halfOpen = await open()
    const alive = await open()
    for (let beats = 1; beats <= 5; beats++) {
      vi.advanceTimersByTime(HEARTBEAT_MS)
      await vi.waitFor(() =>
        expect(alive.frames.filter(({ opcode }) => opcode === OPCODES.ping)).toHaveLength(beats),
      )
      alive.send('', OPCODES.pong)
      alive.say(...HEARTBEAT)
      await vi.waitFor(() => expect(alive.messages()).toHaveLength(beats))
    }
    expect(await halfOpen.closed()).toBeUndefined()
    expect(await cuts('silent')).toBe(1)
    expect(alive.socket.destroyed).toBe(false)
    alive.socket.destroy()
    await othersGoOn()
  })

  it('is cut off if it does not read, and little is kept for it', async () => {
    const connected = once(server.app.server, 'connection')
    const hostile = await open()
    const [socket] = (await connected) as [Socket]
    hostile.say('1', '1', 'realtime:slow', 'phx_join', FOLLOW())
    await vi.waitFor(() => expect(hostile.messages()).toHaveLength(2))
    hostile.socket.pause()
    let mostKept = 0
    let count = 0
    while (!socket.destroyed) {
      await addLead(server.db, `${count} High St`, { notes: 'x'.repeat(100_000) })
      server.changeFeed.wake()
      await setImmediate()
      count += 1
      mostKept = Math.max(mostKept, socket.writableLength)
    }
    expect(mostKept).toBeLessThan(2 * MAX_UNREAD_BYTES)
    expect(await cuts('unread')).toBe(1)
    hostile.socket.destroy()
    await vi.waitFor(() => expect(channel.seen.length).toBe(count))
    await othersGoOn()
  })

  it('is cut off if it sends pings, but does not read the pongs', async () => {
    const connected = once(server.app.server, 'connection')
    const hostile = await open()
    const [socket] = (await connected) as [Socket]
    hostile.socket.pause()
    const pings = Buffer.concat(Array.from({ length: 700 }, () => toFrame(Buffer.alloc(125), OPCODES.ping)))
    for (
      let expected = socket.bytesRead;
      !socket.destroyed && socket.writableLength < 3 * MAX_UNREAD_BYTES;
    ) {
      hostile.socket.write(pings)
      expected += pings.length
      await vi.waitFor(() => expect(socket.destroyed || socket.bytesRead >= expected).toBe(true))
      vi.advanceTimersByTime(HEARTBEAT_MS)
    }
    expect(await cuts('unread')).toBe(1)
    hostile.socket.destroy()
    await othersGoOn()
  })
})
