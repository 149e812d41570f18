import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { FOUND } from './at-the-terminal.ts'
import { PEOPLE_MUTANTS } from './people-mutants.ts'
import { MUTANTS, type Mutant } from './phone/mutants.ts'
import { copyTree } from './phone/mutated-tree.ts'
import { type Run, runTest } from './run-test.ts'
import { SEAL_MUTANTS, type TestedMutant } from './seal-mutants.ts'
import { STREET_MUTANTS } from './street/street-mutants.ts'

/**
 * `npm run soak:mutants -- [number]`: plants each bug in a copy of the code, starting with this number, and runs its
 * test, or else the storm of `npm run soak`, with another seed if the bug was not noticed. If a bug survives, the run
 * fails.
 */
const [from = 1] = process.argv.slice(2).map(Number)
const SALES = 36
const FIRST_SEED = 1
const CHANCES = 4
const STORM = { PHONES: '3', STALL_TIMEOUT_MS: '12000', REQUESTS_BETWEEN_DISASTERS: '60' }
const NO_BUG: Mutant = { bug: 'No bug: nothing may be found', edits: [] }

const tree = copyTree()
const survivors: string[] = []
try {
  const mutants: (Mutant | TestedMutant)[] = [
    ...MUTANTS,
    ...SEAL_MUTANTS,
    ...STREET_MUTANTS,
    ...PEOPLE_MUTANTS,
  ].slice(from - 1)
  const tests = new Set(mutants.flatMap((mutant) => ('test' in mutant ? [mutant.test] : [])))
  const controls = [
    ...(from <= MUTANTS.length ? [NO_BUG] : []),
    ...[...tests].map((test) => ({ ...NO_BUG, test })),
  ]
  for (const control of controls)
    if (!(await isSurvivor(control))) throw new Error('The storm or a test fails without a bug.')
  for (const mutant of mutants) if (await isSurvivor(mutant)) survivors.push(mutant.bug)
  console.log(`\n${mutants.length - survivors.length} of ${mutants.length} planted bugs were noticed.`)
  for (const bug of survivors) console.error(`Not noticed: ${bug}`)
  process.exitCode = survivors.length === 0 ? 0 : 1
} finally {
  tree.remove()
}

/** Runs the test of a bug, or storms until one finds something, and prints a row of the table. */
async function isSurvivor(mutant: Mutant | TestedMutant): Promise<boolean> {
  tree.plant(mutant)
  const startedAt = performance.now()
  const { isGood, firstWrong } =
    'test' in mutant ? await runTest(tree.folder, mutant.test) : await runStorms(mutant === NO_BUG)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const noticed = isGood ? '-' : 'noticed'
  console.log([mutant.bug.padEnd(66), noticed.padEnd(8), `${seconds} s`.padStart(5), firstWrong].join('  '))
  return isGood
}

async function runStorms(isOnce: boolean): Promise<Run> {
  const chances = isOnce ? 1 : CHANCES
  for (let chance = 1; ; chance++) {
    const run = await storm(FIRST_SEED + chance - 1)
    if (!run.isGood || chance === chances) return run
  }
}

async function storm(seed: number): Promise<Run> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'quality/storms/phone.soak.ts', String(SALES), String(seed)],
    { cwd: tree.folder, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...STORM } },
  )
  const [complaints] = await Promise.all([text(child.stderr), once(child, 'exit')])
  const isGood = child.exitCode === 0
  const [firstWrong = ''] = complaints.split('\n')
  if (!isGood && child.exitCode !== FOUND) throw new Error(`The storm did not run:\n${complaints}`)
  return { isGood, firstWrong }
}
