import { runClusterStorm } from './cluster/cluster-storm.ts'

/** `npm run soak:cluster -- [seconds] [sales a second] [seed]`: three processes, a primary and a standby, all mortal. */
const [seconds = 600, pace = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const LINE_EVERY_MS = 5_000

if (![seconds, pace, seed].every((given) => Number.isInteger(given) && given > 0))
  throw new Error('How many seconds, how many sales a second, and which seed?')
console.log(`${seconds} s of ${pace} sales a second, seed ${seed}`)
let saidAt = 0
const { wrongs, figures } = await runClusterStorm({
  seconds,
  pace,
  seed,
  progress(line) {
    if (performance.now() - saidAt < LINE_EVERY_MS) return
    saidAt = performance.now()
    console.log(`  ${line}`)
  },
})
console.log(figures)
for (const wrong of wrongs) console.error(wrong)
console.log(
  wrongs.length === 0 ? 'All that was acknowledged is there, once.' : `${wrongs.length} wrongs, seed ${seed}`,
)
process.exitCode = wrongs.length === 0 ? 0 : 1
