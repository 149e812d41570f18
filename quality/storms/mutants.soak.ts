import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { FOUND } from './at-the-terminal.ts'
import { MUTANTS, type Mutant } from './phone/mutants.ts'
import { copyTree } from './phone/mutated-tree.ts'

/**
 * `npm run soak:mutants -- [number]`: plants each bug, starting with that number, in a copy of the code, and runs the storm of
 * `npm run soak` on it, with another seed if it was not noticed. If a bug survives, the run fails.
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
  const mutants = MUTANTS.slice(from - 1)
  if (!(await runStorms(NO_BUG)).every(({ isGood }) => isGood))
    throw new Error('The storm fails without a bug.')
  for (const mutant of mutants) {
    const runs = await runStorms(mutant)
    if (runs.every(({ isGood }) => isGood)) survivors.push(mutant.bug)
  }
  console.log(`\n${mutants.length - survivors.length} of ${mutants.length} planted bugs were noticed.`)
  for (const bug of survivors) console.error(`Not noticed: ${bug}`)
  process.exitCode = survivors.length === 0 ? 0 : 1
} finally {
  tree.remove()
}

type Run = { isGood: boolean; firstWrong: string }

/** Runs storms until one finds something, and prints a row of the table. */
async function runStorms(mutant: Mutant): Promise<Run[]> {
  tree.plant(mutant)
  const startedAt = performance.now()
  const runs: Run[] = []
  const chances = mutant === NO_BUG ? 1 : CHANCES
  while (runs.length < chances && runs.every(({ isGood }) => isGood))
    runs.push(await storm(FIRST_SEED + runs.length))
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const last = runs.at(-1)
  const noticed = last?.isGood ? '-' : 'noticed'
  console.log(
    [mutant.bug.padEnd(66), noticed.padEnd(8), `${seconds} s`.padStart(5), last?.firstWrong].join('  '),
  )
  return runs
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
