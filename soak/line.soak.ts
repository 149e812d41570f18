import { startPostgresCluster } from '#server/testing/postgres-cluster.ts'
import { runAtTheTerminal } from './at-the-terminal.ts'
import { runLineStorm } from './line/line-storm.ts'

/** `npm run soak -- [sales] [seed]`: the storm of the tests at any size. */
const [sales = 1_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const { PHONES = '4', PATIENCE_MS = '40000', REQUESTS_BETWEEN_DISASTERS = '200' } = process.env

if (!Number.isInteger(sales) || sales < 1 || !Number.isInteger(seed))
  throw new Error('How many sales, and which seed?')
console.log(`${sales} sales, seed ${seed}`)
const postgres = await startPostgresCluster({ durable: true })
try {
  await runAtTheTerminal({ seed, good: 'Every sale arrived exactly once.' }, (progress) =>
    runLineStorm({
      databaseUrl: postgres.url,
      sales,
      seed,
      phones: Number(PHONES),
      requestsBetweenDisasters: Number(REQUESTS_BETWEEN_DISASTERS),
      patienceMs: Number(PATIENCE_MS),
      progress,
    }),
  )
} finally {
  await postgres.stop()
}
