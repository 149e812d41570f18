import { expect, it } from 'vitest'
import { packFrame, readFrame, VERSIONS, type Version, writeFrame } from './frames.ts'

const read = (version: Version, frame: unknown) =>
  readFrame(version, Buffer.from(typeof frame === 'string' ? frame : JSON.stringify(frame)), false)

it('reads arrays in protocol 2.0.0', () => {
  expect(read('2.0.0', ['1', '2', 'realtime:a', 'phx_leave', {}])).toEqual({
    joinRef: '1',
    ref: '2',
    topic: 'realtime:a',
    event: 'phx_leave',
    payload: {},
  })
})

it('reads objects in protocol 1.0.0, even from old clients that send no join_ref', () => {
  expect(read('1.0.0', { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7' })).toEqual({
    joinRef: null,
    ref: '7',
    topic: 'phoenix',
    event: 'heartbeat',
    payload: {},
  })
})

it.each<[Version, unknown]>([
  ['2.0.0', '['],
  ['2.0.0', 'null'],
  ['2.0.0', []],
  ['2.0.0', [1, 2, 3, 4, 5]],
  ['2.0.0', ['1', '2', 'a'.repeat(256), 'phx_join', {}]],
  ['2.0.0', { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7' }],
  ['1.0.0', ['1', '2', 'realtime:a', 'phx_leave', {}]],
  ['1.0.0', ''],
])('cannot read, in protocol %s, %j', (version, frame) => {
  expect(read(version, frame)).toBeUndefined()
})

it('reads the channel of a binary broadcast, and refuses other bytes', () => {
  const texts = ['12', '345', 'realtime:ä', 'ping', '', '{}']
  const [joinRef, ref, topic, event] = texts.map((text) => Buffer.byteLength(text))
  const frame = Buffer.concat([
    Buffer.from([3, joinRef ?? 0, ref ?? 0, topic ?? 0, event ?? 0, 0, 1]),
    Buffer.from(texts.join('')),
  ])
  expect(readFrame('2.0.0', frame, true)).toMatchObject({
    joinRef: '12',
    ref: '345',
    topic: 'realtime:ä',
    event: 'broadcast',
  })
  expect(readFrame('1.0.0', frame, true)).toBeUndefined()
  expect(readFrame('2.0.0', frame.subarray(0, 12), true)).toBeUndefined()
  expect(readFrame('2.0.0', Buffer.from([9, 1, 2]), true)).toBeUndefined()
  expect(readFrame('2.0.0', Buffer.alloc(0), true)).toBeUndefined()
})

it.each(VERSIONS)('writes frames that protocol %s reads', (version) => {
  const message = { joinRef: null, ref: '"8"', topic: 'realtime:a', event: 'phx_reply' }
  expect(read(version, writeFrame(version, message, '{"status":"ok"}'))).toEqual({
    ...message,
    payload: { status: 'ok' },
  })
})

it.each([
  [0, '8100'],
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('packs a text of %i bytes after its length', (length, head) => {
  const packed = packFrame('x'.repeat(length))
  expect(packed.toString('hex', 0, head.length / 2)).toBe(head)
  expect(packed).toHaveLength(head.length / 2 + length)
})
