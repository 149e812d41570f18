import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findPostgresPrograms } from '#server/backup/find-postgres-programs.mjs'
import { findBrowser } from './browser.mjs'
import { installSystemPackage } from './system-package.mjs'
import { readReports } from './test-reports.mjs'
import { build, findNode, installPackages, launch, output, program, Refused, run, say } from './toolchain.mjs'

const VITEST_REPORT = '.cache/vitest.json'
const PLAYWRIGHT_REPORT = '.cache/playwright.json'
const STORIES_OUTPUT = '.cache/stories.txt'
/** The programs by the system package that contains them. */
const PDF_PROGRAMS = {
  'poppler-utils': ['pdfsig', 'pdfdetach', 'pdffonts', 'pdfimages', 'pdfinfo', 'pdftotext'],
  qpdf: ['qpdf'],
  openssl: ['openssl'],
}
const MEMORY = '/dev/shm'
/** Many times what the tests' databases and browsers need at once. */
const PLENTY_BYTES = 4 * 2 ** 30

/** `npm test`: installs what the checks need, then runs them until one fails. */
await launch(async () => {
  const startedAt = Date.now()
  await installPackages({ forDevelopment: true })
  const node = findNode()
  const browser = await findBrowser(node, { mayLackWindows: true })
  const env = {
    ...process.env,
    // Hundreds of processes load the same code.
    NODE_COMPILE_CACHE: path.resolve('.cache/compile'),
    BUILT_SERVER: path.resolve('server/dist/main.js'),
    ...takeMemory(),
    ...browser,
    ...(await findPostgres()),
  }
  await findPdfPrograms()
  mkdirSync('.cache', { recursive: true })
  for (const report of [VITEST_REPORT, PLAYWRIGHT_REPORT]) rmSync(report, { force: true })

  const runTool = (file, ...args) => run(node, [file, ...args], { env })
  const checks = {
    'Lint and format': () => runTool(program('biome', '@biomejs/biome'), 'check', '.'),
    'Arrows between folders': () => runTool('scripts/check-arrows.ts'),
    'Plain English': () => runTool('scripts/check-prose.ts'),
    'Types of the server': () => runTool(program('tsc', 'typescript'), '-p', 'tsconfig.json'),
    'Types of the web app': () => runTool(program('tsc', 'typescript'), '-p', 'web/tsconfig.json'),
    'Types of the service worker': () => runTool(program('tsc', 'typescript'), '-p', 'web/service-worker'),
    'Types of the stories': () => runTool(program('tsc', 'typescript'), '-p', 'quality/e2e'),
    'Types of the phone in the storm': () =>
      runTool(program('tsc', 'typescript'), '-p', 'quality/storms/phone/page'),
    'Unused code': () => runTool(program('knip')),
    Builds: () => build(node).then(() => 0),
  }
  // Side by side, because each alone leaves a tenth of two cores idle.
  const tests = {
    'Unit and database tests': () =>
      runTool(
        program('vitest'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${VITEST_REPORT}`,
      ),
    'Stories in the browser': () => runStories(node, env),
  }
  const failedPart = (await runInOrder(checks)) ?? (await runSideBySide(tests))
  if (failedPart) process.stderr.write(`Failed: ${failedPart}\n`)
  say(`\n${failedPart ? 'Stopped' : 'Done'} after ${secondsSince(startedAt)}`)
  sayResults(failedPart)
  return failedPart ? 1 : 0
})

/** Returns a temporary folder in memory if there is plenty, so that the tests need not wait for the disk. */
function takeMemory() {
  if (!existsSync(MEMORY)) return {}
  const { bavail, bsize } = statfsSync(MEMORY)
  if (Math.min(bavail * bsize, os.freemem()) < PLENTY_BYTES) return {}
  const TMPDIR = mkdtempSync(`${MEMORY}/doorstep-test-`)
  // If the tests run as root, PostgreSQL runs under another account.
  chmodSync(TMPDIR, 0o1777)
  process.once('exit', () => rmSync(TMPDIR, { recursive: true, force: true }))
  return { TMPDIR }
}

/** Runs the stories. Their output goes to a file and is shown at the end, so that it stays together. */
async function runStories(node, env) {
  say(`Output of the stories, shown at the end: ${STORIES_OUTPUT}`)
  const file = openSync(STORIES_OUTPUT, 'w')
  const args = ['test', '-c', 'quality/e2e', '--reporter=list,json']
  const code = await run(node, [program('playwright', '@playwright/test'), ...args], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_REPORT },
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  say(readFileSync(STORIES_OUTPUT, 'utf8'))
  return code
}

/** Runs the parts one after another until one fails. Returns the name of that part, if any. */
async function runInOrder(parts) {
  for (const part of Object.entries(parts)) if (!(await isGood(part))) return part[0]
}

/** Runs all parts to their end. Returns the names of those that failed, if any. */
async function runSideBySide(parts) {
  const entries = Object.entries(parts)
  const areGood = await Promise.all(entries.map(isGood))
  const failed = entries.flatMap(([name], index) => (areGood[index] ? [] : [name]))
  return failed.length > 0 ? failed.join(', ') : undefined
}

/** Runs a part, prints its result, and returns whether it was good. */
async function isGood([name, runPart]) {
  const startedAt = Date.now()
  say(`\n=== ${name}`)
  const passed = await runPart().then(
    (code) => code === 0,
    (error) => process.stderr.write(`${error.message}\n`) && false,
  )
  say(`=== ${name}: ${passed ? 'good' : 'failed'}, ${secondsSince(startedAt)}`)
  return passed
}

function secondsSince(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`
}

/**
 * Lists the tests that failed or passed only when repeated, and ends with `N passed, N failed` for both test runners.
 * If a part fails without a failed test, it counts as one.
 */
function sayResults(failedPart) {
  const { passed, failed, repeated } = readReports({ vitest: VITEST_REPORT, playwright: PLAYWRIGHT_REPORT })
  for (const line of repeated) say(`Passed when repeated: ${line}`)
  for (const line of failed) say(`Failed: ${line}`)
  say(`${passed} passed, ${failedPart ? Math.max(failed.length, 1) : failed.length} failed`)
}

/** Installs the programs that check sealed documents from outside, unless they are installed. */
async function findPdfPrograms() {
  const isThere = (name) => output('which', [name]) !== ''
  for (const [name, programs] of Object.entries(PDF_PROGRAMS)) {
    if (programs.every(isThere)) continue
    say(`Installing ${name} ...`)
    await installSystemPackage(name)
    if (!programs.every(isThere))
      throw new Refused(`No ${programs.join(', ')} for the tests: install ${name}.`)
  }
}

async function findPostgres() {
  if (process.env.TEST_DATABASE_URL) return {}
  let programs = findPostgresPrograms()
  if (!programs) {
    say('Installing PostgreSQL ...')
    await installSystemPackage('postgresql')
    programs = findPostgresPrograms()
  }
  if (programs) return { POSTGRES_BIN: programs }
  throw new Refused(
    'No PostgreSQL for the tests: install version 15 or newer, or set POSTGRES_BIN or TEST_DATABASE_URL.',
  )
}
