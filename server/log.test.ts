import { expect, test } from 'vitest'
import { loggedError } from './log.ts'

test('logs an error with its place and cause', () => {
  const logged = loggedError(new Error('The push failed', { cause: new TypeError('No answer') }))
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'The push failed',
    cause: { type: 'TypeError', message: 'No answer' },
  })
  expect(logged.stack).toContain('log.test.ts')
})

test('does not log the values that a database error repeats', () => {
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

test('logs only the type of a thrown value that is not an error', () => {
  expect(loggedError('ann@example.org')).toEqual({ type: 'string', message: 'Not an error', stack: '' })
})
