import { startPostgresCluster } from '#server/testing/postgres-cluster.ts'
import { runLineStorm } from './line/line-storm.ts'

/** `npm run soak -- [sales] [seed]`: the storm of the tests at any size. */
const [sales = 1_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const { PHONES = '4', PATIENCE_MS = '40000', REQUESTS_BETWEEN_DISASTERS = '200' } = process.env
const LINE_EVERY_MS = 5_000
const MOST_LINES = 30
/** The exit code when something is wrong; another is a storm that did not run. */
const FOUND = 2

if (!Number.isInteger(sales) || sales < 1 || !Number.isInteger(seed))
  throw new Error('How many sales, and which seed?')
console.log(`${sales} sales, seed ${seed}`)
const postgres = await startPostgresCluster({ durable: true })
let saidAt = 0
try {
  const { wrongs, troubles, figures } = await runLineStorm({
    databaseUrl: postgres.url,
    sales,
    seed,
    phones: Number(PHONES),
    requestsBetweenDisasters: Number(REQUESTS_BETWEEN_DISASTERS),
    patienceMs: Number(PATIENCE_MS),
    progress(line) {
      if (performance.now() - saidAt < LINE_EVERY_MS) return
      saidAt = performance.now()
      console.log(`  ${line}`)
    },
  })
  console.log(figures)
  for (const wrong of wrongs.slice(0, MOST_LINES)) console.error(wrong)
  if (wrongs.length > 0) for (const trouble of troubles.slice(0, MOST_LINES)) console.error(`  ${trouble}`)
  console.log(
    wrongs.length === 0 ? 'Every sale arrived exactly once.' : `${wrongs.length} wrongs, seed ${seed}`,
  )
  process.exitCode = wrongs.length === 0 ? 0 : FOUND
} finally {
  await postgres.stop()
}
