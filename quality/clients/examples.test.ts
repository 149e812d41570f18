import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshPostgres, freshMigratedUrl } from '#server/testing/databases.ts'
import { type Served, serve } from '#server/testing/run-doorstep.ts'
import { examplesOf, runExample } from './examples.ts'

const PAGE = readFileSync('docs/clients.md', 'utf8')
const examples = examplesOf(PAGE)

describe('docs/clients.md', () => {
  let postgres: FreshPostgres
  let doorstep: Served
  beforeAll(async () => {
    postgres = await freshMigratedUrl()
    doorstep = await serve({ DATABASE_URL: postgres.url })
  })
  afterAll(async () => {
    await doorstep?.stop()
    await postgres?.drop()
  })

  test('has an answer to every example, and examples for every client', () => {
    expect(examples).toHaveLength(PAGE.match(/```(bash|js|http)\n/g)?.length ?? 0)
    expect(new Set(examples.map(({ title }) => title))).toEqual(
      new Set(['curl', 'The official client', 'n8n', 'Make', 'Zapier']),
    )
  })

  // In the order of the page, because some examples need what an earlier one has made.
  test.each(examples)('$title: $firstLine', async (example) => {
    const answer = await runExample(example, doorstep.url)
    expect(answer).toMatchObject(example.answer as object)
  })
})
