import fs from 'node:fs'
import { expect, test } from 'vitest'

const WRITES_DELIVERIES =
  /\b(update|insert into) deliveries\b|\b(updateTable|insertInto)\(\s*'deliveries'\s*\)/

test('only states.queries.ts, four files that queue and the one that deletes payloads write the table', () => {
  const writers = fs
    .readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.testing)\.ts$/.test(file) && !file.startsWith('testing/'))
    .filter((file) => WRITES_DELIVERIES.test(fs.readFileSync(`server/${file}`, 'utf8')))
  expect(writers.sort()).toEqual([
    'deliveries/acknowledgements.queries.ts',
    'deliveries/cancelled-pushes.queries.ts',
    'deliveries/copies.queries.ts',
    'deliveries/payloads.queries.ts',
    'deliveries/seals.queries.ts',
    'deliveries/states.queries.ts',
  ])
})

test.each(['acknowledgements', 'cancelled-pushes', 'copies', 'payloads', 'seals'])(
  '%s.queries.ts sets no state of its own',
  (name) => {
    const source = fs.readFileSync(`server/deliveries/${name}.queries.ts`, 'utf8')
    expect(source).not.toMatch(/\bset\b[^`]*\bstate\s*=/)
  },
)
