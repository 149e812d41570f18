import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { Stream } from './change-stream.ts'
import { OpenStreams } from './open-streams.ts'

const MAX = { total: 4, perAddress: 2 }
const OFFICE = '203.0.113.7'

function opened(streams: OpenStreams, address: string): EventEmitter {
  const response = new EventEmitter()
  streams.add({ response } as unknown as Stream, address)
  return response
}

test('refuses the third stream of an address until another one closes', () => {
  const streams = new OpenStreams(MAX)
  const first = opened(streams, OFFICE)
  opened(streams, OFFICE)
  expect(streams.hasRoom(OFFICE)).toBe(false)
  expect(streams.hasRoom('203.0.113.8')).toBe(true)
  first.emit('close')
  expect(streams.hasRoom(OFFICE)).toBe(true)
})

test('limits loopback only in total, because a proxy may be there', () => {
  const streams = new OpenStreams(MAX)
  for (let count = 0; count < MAX.total; count++) {
    expect(streams.hasRoom('127.0.0.1')).toBe(true)
    opened(streams, '127.0.0.1')
  }
  expect(streams.hasRoom('127.0.0.1')).toBe(false)
  expect(streams.hasRoom(OFFICE)).toBe(false)
})
