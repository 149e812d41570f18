import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpuMs } from './harness/cpu.ts'
import { startPostgres } from './harness/databases.ts'
import { residentMiB } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { openSealedSales } from './harness/sealed-sales.ts'

/** How long does `doorstep verify` take for 100,000 sealed sales, and does its memory grow with them? */
const SALES = process.env.BENCH_QUICK === '1' ? 2_000 : 100_000
const FEWER = SALES / 10
const SAMPLE_MS = 100

const postgres = await startPostgres()
const database = await postgres.create(0)
const sales = await openSealedSales(database.DATABASE_URL)

/**
 * Runs the command in a separate process. `memory` is its maximum of resident memory; `cpu` includes that of
 * PostgreSQL.
 */
async function verify(): Promise<{ seconds: number; cpu: number; memory: number }> {
  await postgres.analyze(database)
  const cpuBefore = cpuMs(postgres.pid)
  const startedAt = performance.now()
  const command = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'server/cli.ts', 'verify'],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { PATH: process.env.PATH, ...database },
    },
  )
  const pid = command.pid ?? 0
  let [memory, cpu] = [0, 0]
  const sampling = setInterval(() => {
    memory = Math.max(memory, residentMiB(pid) || 0)
    cpu = Math.max(cpu, cpuMs(pid))
  }, SAMPLE_MS)
  const [code] = await once(command, 'exit')
  clearInterval(sampling)
  if (code !== 0) throw new Error(`verify ended with ${code}.`)
  const seconds = (performance.now() - startedAt) / 1000
  return { seconds, cpu: (cpu + cpuMs(postgres.pid) - cpuBefore) / 1000, memory }
}

await sales.add(0, FEWER)
const fewer = await verify()
await sales.add(FEWER, SALES)
await sales.remove()
const all = await verify()
await postgres.stop()

report(
  'verify',
  `the command npx doorstep verify on PostgreSQL, ${SALES} sealed sales with documents of 56 KB`,
  [
    { what: `${SALES} documents`, value: all.seconds, unit: 's', target: '<= 300' },
    { what: 'processor time of it, PostgreSQL included', value: all.cpu, unit: 's' },
    { what: 'the most memory', value: all.memory, unit: 'MiB' },
    { what: `${FEWER} documents`, value: fewer.seconds, unit: 's' },
    { what: 'processor time of it, PostgreSQL included', value: fewer.cpu, unit: 's' },
    {
      what: `memory, to that with ${FEWER}`,
      value: all.memory / fewer.memory,
      unit: 'times',
      target: '<= 1.2',
    },
  ],
)
