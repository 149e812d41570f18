import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { OpenConnections } from './open-connections.ts'

const MAX = { total: 4, perAddress: 2 }
const OFFICE = '203.0.113.7'

function opened(connections: OpenConnections<EventEmitter>, address: string): EventEmitter {
  const connection = new EventEmitter()
  connections.add(connection, address, connection)
  return connection
}

test('refuses the third connection of an address until another one closes', () => {
  const connections = new OpenConnections<EventEmitter>(MAX)
  const first = opened(connections, OFFICE)
  opened(connections, OFFICE)
  expect(connections.hasRoom(OFFICE)).toBe(false)
  expect(connections.hasRoom('203.0.113.8')).toBe(true)
  first.emit('close')
  expect(connections.hasRoom(OFFICE)).toBe(true)
})

test('limits loopback only in total, because a proxy may be there', () => {
  const connections = new OpenConnections<EventEmitter>(MAX)
  for (let count = 0; count < MAX.total; count++) {
    expect(connections.hasRoom('127.0.0.1')).toBe(true)
    opened(connections, '127.0.0.1')
  }
  expect(connections.hasRoom('127.0.0.1')).toBe(false)
  expect(connections.hasRoom(OFFICE)).toBe(false)
})
