import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readReports } from './test-reports.mjs'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'doorstep-reports-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

function report(name: string, content: object) {
  const file = path.join(folder, name)
  fs.writeFileSync(file, JSON.stringify(content))
  return file
}

const unit = (fullName: string, ...failureMessages: string[]) => ({
  fullName,
  status: failureMessages.length > 0 ? 'failed' : 'passed',
  failureMessages,
})
const story = (title: string, status: string, ...messages: string[]) => ({
  file: 'sale.spec.ts',
  title,
  tests: [{ status, results: [...messages.map((message) => ({ error: { message } })), {}] }],
})

test('lists the tests that failed or were repeated, and counts all', () => {
  const vitest = report('vitest.json', {
    testResults: [
      {
        name: path.resolve('server/a.test.ts'),
        status: 'failed',
        assertionResults: [unit('adds'), unit('takes away', '\u001b[31mError: 1\u001b[39m\n  at a')],
      },
      {
        name: path.resolve('server/b.test.ts'),
        status: 'failed',
        message: 'No module',
        assertionResults: [],
      },
    ],
  })
  const sales = [
    story('sells', 'expected'),
    story('signs', 'flaky', 'late'),
    story('sends', 'unexpected', 'no'),
  ]
  const playwright = report('playwright.json', { suites: [{ suites: [{ specs: sales }] }] })
  expect(readReports({ vitest, playwright })).toEqual({
    passed: 3,
    failed: [
      'server/a.test.ts > takes away > Error: 1',
      'server/b.test.ts > No module',
      'quality/e2e/sale.spec.ts > sends > no',
    ],
    repeated: ['quality/e2e/sale.spec.ts > signs > late'],
  })
})

test('has no tests if no runner reached its report', () =>
  expect(readReports({ vitest: path.join(folder, 'no'), playwright: path.join(folder, 'no') })).toEqual({
    passed: 0,
    failed: [],
    repeated: [],
  }))
