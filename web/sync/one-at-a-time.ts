/** A request is given up after 15 seconds; whoever holds the turn longer sleeps. */
const PATIENCE_MS = 20_000

/**
 * Does some work while no other tab does the same, where the browser has locks. A tab that the system has frozen may
 * hold its turn for hours, so nobody waits for ever: two at once are harmless, only wasteful.
 */
export async function oneAtATime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!navigator.locks) return work()
  let isOurTurn = false
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(PATIENCE_MS) }, () => {
      isOurTurn = true
      return work()
    })
  } catch (error) {
    if (isOurTurn) throw error
    return work()
  }
}
