import { expect, test } from 'vitest'
import { loggedError } from './log.ts'

test('an error is logged with its place and cause', () => {
  const logged = loggedError(new Error('The push failed', { cause: new TypeError('No answer') }))
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'The push failed',
    cause: { type: 'TypeError', message: 'No answer' },
  })
  expect(logged.stack).toContain('log.test.ts')
})

test('what a database repeats of the values it was given is not logged', () => {
  const duplicate = Object.assign(new Error('duplicate key value violates unique constraint "x"'), {
    code: '23505',
    detail: 'Key (customer_email)=(ann@example.org) already exists.',
    params: ['ann@example.org'],
  })
  const malformed = Object.assign(new Error('invalid input syntax for type uuid: "ann@example.org"'), {
    code: '22P02',
  })
  expect(loggedError(duplicate)).toMatchObject({ code: '23505', message: duplicate.message })
  expect(JSON.stringify([duplicate, malformed].map(loggedError))).not.toContain('ann@')
})

test('of what was thrown but is no error only its kind is logged', () => {
  expect(loggedError('ann@example.org')).toEqual({ type: 'string', message: 'Not an error', stack: '' })
})
