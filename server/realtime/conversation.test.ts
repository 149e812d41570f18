import { expect, it } from 'vitest'
import { Audiences } from './audiences.ts'
import { Conversation } from './conversation.ts'

const TOPIC = 'realtime:leads'
const ENTRY = { event: '*', schema: 'public', table: 'leads', filter: 'status=eq.new' }
const OK = { status: 'ok', response: {} }
const SUBSCRIBED = {
  extension: 'postgres_changes',
  status: 'ok',
  message: 'Subscribed to PostgreSQL',
  channel: 'leads',
}

type Sent = [string | null, string | null, string, string, unknown]

function talk() {
  const audiences = new Audiences()
  const received: unknown[] = []
  const conversation = new Conversation({
    version: '2.0.0',
    scope: { area: undefined, onlyOf: undefined },
    audiences,
    isKey: (token) => token === 'key',
    send: (frame) => received.push(JSON.parse(typeof frame === 'string' ? frame : unpack(frame))),
  })
  return {
    conversation,
    /** Sends a message and returns the answers. */
    say: (...message: Sent) => {
      conversation.receive(Buffer.from(JSON.stringify(message)), false)
      return received.splice(0)
    },
    /** Publishes a new lead and returns the frames that are sent. */
    publish: (status = 'new') => {
      const json = JSON.stringify({ table: 'leads', type: 'INSERT', record: { id: 'a', status } })
      const cursor = { epoch: 'e', transaction: 1n, id: 1n }
      audiences.publish([
        { cursor, areas: [''], changedAt: '2026-01-02T03:04:05.678Z', isStreet: false, owner: null, json },
      ])
      return received.splice(0)
    },
  }
}

/** A frame of these tests has a length of two bytes. */
const unpack = (frame: Buffer) => frame.toString('utf8', 4)

const join = (...entries: unknown[]) => ({ config: { postgres_changes: entries } })

it('answers a heartbeat', () => {
  expect(talk().say(null, '7', 'phoenix', 'heartbeat', {})).toEqual([[null, '7', 'phoenix', 'phx_reply', OK]])
})

it('answers a join with its subscriptions as they arrived, then reports that they are ready', () => {
  const two = [ENTRY, { schema: 'public' }]
  expect(talk().say('1', '1', TOPIC, 'phx_join', join(...two))).toEqual([
    [
      '1',
      '1',
      TOPIC,
      'phx_reply',
      { status: 'ok', response: { postgres_changes: two.map((one, index) => ({ id: index + 1, ...one })) } },
    ],
    [null, null, TOPIC, 'system', SUBSCRIBED],
  ])
})

it('sends a change with the ids of the subscriptions that want it', () => {
  const client = talk()
  client.say('1', '1', TOPIC, 'phx_join', join(ENTRY, { table: 'opportunities' }, { table: 'leads' }))
  expect(client.publish('new')).toEqual([
    [
      null,
      null,
      TOPIC,
      'postgres_changes',
      { ids: [1, 3], data: expect.objectContaining({ type: 'INSERT' }) },
    ],
  ])
  expect(client.publish('sold')).toEqual([
    [null, null, TOPIC, 'postgres_changes', { ids: [3], data: expect.anything() }],
  ])
})

it.each([
  ['null', null],
  ['the key', 'key'],
  ['nothing', undefined],
])('takes %s for a token, and words for flags', (_, access_token) => {
  const config = { presence: { enabled: 'false', key: '' }, private: 'true', postgres_changes: [null, ENTRY] }
  const [reply] = talk().say('1', '1', TOPIC, 'phx_join', { config, access_token })
  expect(reply).toMatchObject(['1', '1', TOPIC, 'phx_reply', { status: 'ok' }])
})

it.each([
  ['realtime:', {}, 'TopicNameRequired'],
  [TOPIC, { config: [] }, 'InvalidJoinPayload'],
  [TOPIC, null, 'InvalidJoinPayload'],
  [TOPIC, { access_token: 'x' }, 'Unauthorized'],
  [TOPIC, { config: { presence: { enabled: 'true' } } }, 'PresenceNotOffered'],
  [TOPIC, { config: { broadcast: { replay: { since: 1 } } } }, 'UnableToReplayMessages'],
  [TOPIC, join({ event: '*' }), 'RealtimeDisabledForConfiguration'],
])('refuses to join %s with %j: %s', (topic, payload, code) => {
  const [reply] = talk().say('1', '1', topic, 'phx_join', payload)
  const reason = expect.stringMatching(`^${code}: .+\\.$`)
  expect(reply).toEqual(['1', '1', topic, 'phx_reply', { status: 'error', response: { reason } }])
})

it('closes the earlier channel if a topic is joined again, and follows it once', () => {
  const client = talk()
  client.say('1', '1', TOPIC, 'phx_join', join(ENTRY))
  const answers = client.say('2', '2', TOPIC, 'phx_join', join(ENTRY))
  expect(answers[0]).toEqual(['1', '1', TOPIC, 'phx_close', {}])
  expect(answers[1]).toMatchObject(['2', '2', TOPIC, 'phx_reply', { status: 'ok' }])
  expect(client.publish()).toHaveLength(1)
})

it('keeps the current channel if the client leaves one that it joined earlier', () => {
  const client = talk()
  client.say('2', '2', TOPIC, 'phx_join', join(ENTRY))
  expect(client.say('1', '3', TOPIC, 'phx_leave', {})).toEqual([['1', '3', TOPIC, 'phx_reply', OK]])
  expect(client.publish()).toHaveLength(1)
  expect(client.say('2', '4', TOPIC, 'phx_leave', {})).toEqual([
    ['2', '4', TOPIC, 'phx_reply', OK],
    ['2', '2', TOPIC, 'phx_close', {}],
  ])
  expect(client.publish()).toEqual([])
})

it('refuses a message outside a channel, and an unknown one inside', () => {
  const client = talk()
  const refused = (reason: string) => expect.objectContaining({ status: 'error', response: { reason } })
  expect(client.say(null, '1', TOPIC, 'access_token', {})[0]).toContainEqual(refused('unmatched topic'))
  client.say('2', '2', TOPIC, 'phx_join', {})
  expect(client.say('2', '3', TOPIC, 'surprise', {})[0]).toContainEqual(refused('unknown event'))
  expect(client.say('2', '4', TOPIC, 'access_token', null)).toEqual([])
})

it('follows nothing after it ends', () => {
  const client = talk()
  client.say('1', '1', TOPIC, 'phx_join', join(ENTRY))
  client.conversation.end()
  expect(client.publish()).toEqual([])
})
