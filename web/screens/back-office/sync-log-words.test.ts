import { expect, test } from 'vitest'
import { describeEntry, resultOf } from './sync-log-words.ts'

test.each([
  ['update_opportunity', 'success', 'closed-won', 'Sale updated (won)', 'Done'],
  ['create_opportunity', 'success', 'open', 'Sale created (open)', 'Done'],
  ['create_opportunity', 'error', 'email must be an email', 'Sale not created', 'email must be an email'],
  ['sync_leads', 'success', '40 leads', 'Leads synced', '40 leads'],
  ['check_credentials', 'success', null, 'Credentials checked', 'Done'],
  ['diagnostics', 'error', null, 'Diagnostics run', 'Failed'],
  ['some_later_operation', 'success', null, 'some_later_operation', 'Done'],
] as const)('says what %s with %s and %s did', (operation, status, message, what, result) => {
  expect(describeEntry({ operation, status, message })).toBe(what)
  expect(resultOf({ operation, status, message })).toBe(result)
})
