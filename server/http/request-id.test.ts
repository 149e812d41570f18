import { expect, test } from 'vitest'
import { requestIdOf } from './request-id.ts'

const idOf = (given?: string | string[]) =>
  requestIdOf({ headers: given === undefined ? {} : { 'x-request-id': given as string } })
const A_NEW_ONE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

test('keeps the id that a proxy gave the request', () => {
  for (const id of ['0123456789abcdef0123456789abcdef', '01234567-89AB-cdef-0123-456789abcdef'])
    expect(idOf(id)).toBe(id)
})

test.each([undefined, '', 'anna@example.org', '07700900123', ['a', 'b'], `${'0'.repeat(32)}\n`])(
  'replaces the id %j, so that the log contains nothing personal',
  (given) => {
    expect(idOf(given)).toMatch(A_NEW_ONE)
  },
)
