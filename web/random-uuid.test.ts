import { expect, test } from 'vitest'
import { z } from 'zod'
import { randomUuid } from './random-uuid.ts'

test('makes UUIDs that the server accepts, a different one each time', () => {
  const made = Array.from({ length: 200 }, randomUuid)
  expect(z.array(z.uuidv4()).parse(made)).toHaveLength(200)
  expect(new Set(made).size).toBe(200)
})
