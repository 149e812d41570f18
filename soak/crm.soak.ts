import { startPostgresCluster } from '#server/testing/postgres-cluster.ts'
import { runCrmStorm } from './crm-storm.ts'

/** `npm run soak:crm -- [sales] [seed]`: the storm of the tests at any size. */
const [sales = 2_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const CALLS_BETWEEN_KILLS = 1_000
const LINE_EVERY_MS = 5_000

if (!Number.isInteger(sales) || sales < 1 || !Number.isInteger(seed))
  throw new Error('How many sales, and which seed?')
console.log(`${sales} sales, seed ${seed}`)
const postgres = await startPostgresCluster({ durable: true })
let saidAt = 0
try {
  const { wrongs, figures } = await runCrmStorm({
    database: { DATABASE_URL: postgres.url },
    sales,
    seed,
    callsBetweenKills: CALLS_BETWEEN_KILLS,
    progress(line) {
      if (performance.now() - saidAt < LINE_EVERY_MS) return
      saidAt = performance.now()
      console.log(`  ${line}`)
    },
  })
  console.log(figures)
  for (const wrong of wrongs) console.error(wrong)
  console.log(
    wrongs.length === 0 ? 'Every sale arrived exactly once.' : `${wrongs.length} wrongs, seed ${seed}`,
  )
  process.exitCode = wrongs.length === 0 ? 0 : 1
} finally {
  await postgres.stop()
}
