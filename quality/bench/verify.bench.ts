import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from './harness/databases.ts'
import { residentMiB } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { openSealedSales } from './harness/sealed-sales.ts'

/** How long does `doorstep verify` take for 100,000 sealed sales, and does its memory grow with them? */
const SALES = process.env.BENCH_QUICK === '1' ? 2_000 : 100_000
const FEWER = SALES / 10
const SAMPLE_MS = 100

/** Runs the command in a process of its own; `memory` is the most that it had resident. */
async function verify(env: Record<string, string>): Promise<{ seconds: number; memory: number }> {
  const startedAt = performance.now()
  const command = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'server/cli.ts', 'verify'],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { PATH: process.env.PATH, ...env },
    },
  )
  let memory = 0
  const sampling = setInterval(() => {
    if (command.exitCode === null) memory = Math.max(memory, residentMiB(command.pid ?? 0) || 0)
  }, SAMPLE_MS)
  const [code] = await once(command, 'exit')
  clearInterval(sampling)
  if (code !== 0) throw new Error(`verify ended with ${code}.`)
  return { seconds: (performance.now() - startedAt) / 1000, memory }
}

const postgres = await startPostgres()
const database = await postgres.create(0)
const sales = await openSealedSales(database.DATABASE_URL)
await sales.add(0, FEWER)
await postgres.analyze(database)
const fewer = await verify(database)
await sales.add(FEWER, SALES)
await sales.remove()
await postgres.analyze(database)
const all = await verify(database)
await postgres.stop()

report('verify', `npx doorstep verify on PostgreSQL, ${SALES} sealed sales with documents of 56 KB`, [
  { what: `${SALES} documents`, value: all.seconds, unit: 's', target: '<= 300' },
  { what: 'the most memory', value: all.memory, unit: 'MiB' },
  { what: `${FEWER} documents`, value: fewer.seconds, unit: 's' },
  {
    what: `memory, to that with ${FEWER}`,
    value: all.memory / fewer.memory,
    unit: 'times',
    target: '<= 1.2',
  },
])
