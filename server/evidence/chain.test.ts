import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { commitmentTo, eventHash } from './chain.ts'

const SALT = Buffer.from('5a'.repeat(32), 'hex')
const LINK = {
  chain: 'c'.repeat(32),
  seq: 2,
  type: 'signed',
  at: '2026-03-01T10:00:00.000Z',
  commit: '1'.repeat(64),
  prev: '2'.repeat(64),
}

/** These tests spell out the definitions of docs/product 3.12. */
test('a commitment is the HMAC of the payload in canonical form, keyed with the salt', () => {
  const payload = { kind: 'drawn', by: 'customer' } as const
  const expected = createHmac('sha256', SALT).update('{"by":"customer","kind":"drawn"}').digest('hex')
  expect(commitmentTo(payload, SALT)).toBe(expected)
  expect(commitmentTo(payload, Buffer.alloc(32))).not.toBe(expected)
})

test('the hash of an event covers its commitment, its place and the event before it', () => {
  const { at, chain, commit, prev, seq, type } = LINK
  const text = `{"at":"${at}","chain":"${chain}","commit":"${commit}","prev":"${prev}","seq":${seq},"type":"${type}"}`
  const expected = createHash('sha256').update(`doorstep.event.v1\n${text}`).digest('hex')
  expect(eventHash(LINK)).toBe(expected)
})
