import { startPostgresCluster } from '#server/testing/postgres-cluster.ts'
import { runAtTheTerminal } from './at-the-terminal.ts'
import { runCrmStorm } from './crm-storm.ts'

/** `npm run soak:crm -- [sales] [seed]`: the storm of the tests at any size. */
const [sales = 2_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const CALLS_BETWEEN_KILLS = 1_000

if (!Number.isInteger(sales) || sales < 1 || !Number.isInteger(seed))
  throw new Error('How many sales, and which seed?')
console.log(`${sales} sales, seed ${seed}`)
const postgres = await startPostgresCluster({ durable: true })
try {
  await runAtTheTerminal({ seed, good: 'Every sale arrived exactly once.' }, (progress) =>
    runCrmStorm({
      databaseUrl: postgres.url,
      sales,
      seed,
      callsBetweenKills: CALLS_BETWEEN_KILLS,
      progress,
    }),
  )
} finally {
  await postgres.stop()
}
