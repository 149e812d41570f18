const LINE_EVERY_MS = 5_000
const MOST_LINES = 30
/** The exit code when something is wrong; another is a storm that did not run. */
export const FOUND = 2

type Told = { wrongs: readonly string[]; troubles?: readonly string[]; figures: Record<string, number> }

/** Lets a storm loose at the terminal: says now and then how far it is, in the end what it came to, and exits so. */
export async function runAtTheTerminal(
  { seed, good }: { seed: number; good: string },
  storm: (progress: (line: string) => void) => Promise<Told>,
): Promise<void> {
  let saidAt = 0
  const {
    wrongs,
    troubles = [],
    figures,
  } = await storm((line) => {
    if (performance.now() - saidAt < LINE_EVERY_MS) return
    saidAt = performance.now()
    console.log(`  ${line}`)
  })
  console.log(figures)
  for (const wrong of wrongs.slice(0, MOST_LINES)) console.error(wrong)
  if (wrongs.length > 0) for (const trouble of troubles.slice(0, MOST_LINES)) console.error(`  ${trouble}`)
  console.log(wrongs.length === 0 ? good : `${wrongs.length} wrongs, seed ${seed}`)
  process.exitCode = wrongs.length === 0 ? 0 : FOUND
}
