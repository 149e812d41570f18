const LINE_EVERY_MS = 5_000
const MAX_LINES = 30
/** The exit code if the storm finds something wrong. Any other error means that the storm did not run. */
export const FOUND = 2

type Outcome = { wrongs: readonly string[]; troubles?: readonly string[]; figures: Record<string, number> }

/** Runs a storm at the terminal: prints its progress and outcome, and sets the exit code. */
export async function runAtTheTerminal(
  { seed, good }: { seed: number; good: string },
  storm: (progress: (line: string) => void) => Promise<Outcome>,
): Promise<void> {
  let printedAt = 0
  const {
    wrongs,
    troubles = [],
    figures,
  } = await storm((line) => {
    if (performance.now() - printedAt < LINE_EVERY_MS) return
    printedAt = performance.now()
    console.log(`  ${line}`)
  })
  console.log(figures)
  for (const wrong of wrongs.slice(0, MAX_LINES)) console.error(wrong)
  if (wrongs.length > 0) for (const trouble of troubles.slice(0, MAX_LINES)) console.error(`  ${trouble}`)
  console.log(wrongs.length === 0 ? good : `${wrongs.length} wrongs, seed ${seed}`)
  process.exitCode = wrongs.length === 0 ? 0 : FOUND
}
