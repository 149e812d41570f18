import { startPostgresCluster } from '#server/testing/postgres-cluster.ts'
import { runAtTheTerminal } from './at-the-terminal.ts'
import { type PhoneStormResult, runPhoneStorm } from './phone/phone-storm.ts'

/**
 * `npm run soak -- [sales] [seed]`: the storm of the tests at any size. With `AUTH_MODE=required` phones are enrolled.
 */
const [sales = 1_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const {
  AUTH_MODE,
  PHONES = '4',
  STALL_TIMEOUT_MS = '40000',
  REQUESTS_BETWEEN_DISASTERS = '200',
} = process.env
/**
 * More sales need several storms: a phone keeps sales for three days, and an agent never signs thousands in that time.
 */
const MAX_SALES_IN_A_STORM = 1_000

if (!Number.isInteger(sales) || sales < 1 || !Number.isInteger(seed))
  throw new Error('How many sales, and which seed?')
console.log(`${sales} sales, seed ${seed}`)
await runAtTheTerminal({ seed, good: 'Every sale arrived exactly once.' }, async (progress) => {
  const storms: PhoneStormResult[] = []
  for (let done = 0; done < sales; done += MAX_SALES_IN_A_STORM) {
    const size = Math.min(MAX_SALES_IN_A_STORM, sales - done)
    const outcome = await runStorm(size, seed + storms.length, (line) => progress(`After ${done}: ${line}`))
    const replay = `npm run soak -- ${size} ${seed + storms.length}`
    storms.push({ ...outcome, wrongs: outcome.wrongs.map((wrong) => `${wrong} (${replay})`) })
  }
  return {
    wrongs: storms.flatMap(({ wrongs }) => wrongs),
    troubles: storms.flatMap(({ troubles }) => troubles),
    figures: sumOf(storms.map(({ figures }) => figures)),
  }
})

async function runStorm(
  size: number,
  stormSeed: number,
  progress: (line: string) => void,
): Promise<PhoneStormResult> {
  const postgres = await startPostgresCluster({ durable: true })
  try {
    return await runPhoneStorm({
      databaseUrl: postgres.url,
      sales: size,
      seed: stormSeed,
      phones: Number(PHONES),
      requestsBetweenDisasters: Number(REQUESTS_BETWEEN_DISASTERS),
      stallTimeoutMs: Number(STALL_TIMEOUT_MS),
      hasPeople: AUTH_MODE === 'required',
      progress,
    })
  } finally {
    await postgres.stop()
  }
}

function sumOf(all: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [name, value] of all.flatMap(Object.entries)) sums[name] = (sums[name] ?? 0) + value
  return sums
}
