import { runAtTheTerminal } from './at-the-terminal.ts'
import { runClusterStorm } from './cluster/cluster-storm.ts'

/**
 * `npm run soak:cluster -- [seconds] [sales a second] [seed]`: three processes, a primary and a standby, all of which
 * may be killed.
 */
const [seconds = 600, pace = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)

if (![seconds, pace, seed].every((given) => Number.isInteger(given) && given > 0))
  throw new Error('How many seconds, how many sales a second, and which seed?')
console.log(`${seconds} s of ${pace} sales a second, seed ${seed}`)
await runAtTheTerminal({ seed, good: 'All that was acknowledged is there, once.' }, (progress) =>
  runClusterStorm({ seconds, pace, seed, progress }),
)
