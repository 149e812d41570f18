import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { readIfThere } from './toolchain.mjs'

/**
 * Reads the JSON reports of vitest and Playwright; a missing report has no tests. Returns the number of tests that
 * passed, and a line for each that failed or passed only when repeated: its file, its title and the first line of its
 * error.
 */
export function readReports({ vitest, playwright }) {
  const units = readReport(vitest)?.testResults.flatMap(unitsOf) ?? []
  const stories = readReport(playwright)?.suites.flatMap(storiesOf) ?? []
  const all = [...units, ...stories]
  const linesOf = (wanted) => all.filter(({ status }) => status === wanted).map(({ line }) => line)
  return {
    passed: all.filter(({ status }) => status === 'passed' || status === 'repeated').length,
    failed: linesOf('failed'),
    repeated: linesOf('repeated'),
  }
}

function readReport(file) {
  const text = readIfThere(file)
  return text && JSON.parse(text)
}

function unitsOf({ name, status, message, assertionResults }) {
  const units = assertionResults.map((unit) => ({
    status: unit.status,
    line: lineOf(name, unit.fullName, unit.failureMessages[0]),
  }))
  // A file that cannot be loaded has no tests, so it counts as a failed one.
  const fellOutside = status === 'failed' && !units.some((unit) => unit.status === 'failed')
  return fellOutside ? [...units, { status: 'failed', line: lineOf(name, '', message) }] : units
}

const STORIES = 'quality/e2e'
const STORY_STATUS = { expected: 'passed', unexpected: 'failed', flaky: 'repeated', skipped: 'skipped' }

function storiesOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      status: STORY_STATUS[status],
      line: lineOf(path.join(STORIES, file), title, results.find(({ error }) => error)?.error.message),
    })),
  )
  return [...own, ...suites.flatMap(storiesOf)]
}

function lineOf(file, title, message = '') {
  const [reason] = stripVTControlCharacters(message).split('\n')
  return [path.relative('', file), title, reason].filter((part) => part !== '').join(' > ')
}
