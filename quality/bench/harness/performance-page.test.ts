import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { performancePage, QUESTIONS } from './performance-page.ts'
import type { Results } from './results.ts'

const baseline: Results = JSON.parse(readFileSync('quality/bench/baseline.json', 'utf8'))

test('docs/performance.md shows the figures of the baseline', () => {
  expect(readFileSync('docs/performance.md', 'utf8')).toBe(performancePage(baseline))
})

test('the baseline answers exactly the questions of the page', () => {
  expect(Object.keys(baseline.questions).toSorted()).toEqual(QUESTIONS.toSorted())
})

test('says so if a question was measured on a later day than the first', () => {
  const question = (measuredAt: string) => ({ compared: 'something', measuredAt, rows: [] })
  const questions = { list: question('2026-11-24T08:00:00.000Z'), seal: question('2026-11-25T08:00:00.000Z') }
  const page = performancePage({ machine: 'a machine', node: 'v24.21.0', questions })
  expect(page).toContain('a machine, Node 24.21.0, 2026-11-24')
  expect(page).toContain('## seal\n\nSomething. Measured on 2026-11-25.')
  expect(page).toContain('## list\n\nSomething.\n')
})

test('marks a figure that misses its target', () => {
  const rows = [
    { what: 'lists', value: 2_320, unit: '/s', target: '>= 2500' },
    { what: 'scripts', value: 99.7, unit: 'KB', target: '<= 100' },
  ] as const
  const question = { compared: 'lists', measuredAt: '2026-11-24T08:00:00.000Z', rows: [...rows] }
  const page = performancePage({ machine: 'a machine', node: 'v24.21.0', questions: { list: question } })
  expect(page).toContain('a machine, Node 24.21.0, 2026-11-24')
  expect(page).toContain('| lists | 2,320 /s | >= 2500, **missed** |')
  expect(page).toContain('| scripts | 99.7 KB | <= 100 |')
})
