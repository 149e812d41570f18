/** Longer than the 15 seconds after which a request times out: if a tab holds the lock for longer, it is frozen. */
const LOCK_TIMEOUT_MS = 20_000

/**
 * Runs `work` while no other tab runs work of the same name, if the browser has locks. Runs it after a timeout anyway,
 * because the system may freeze a tab that holds the lock for hours. Two runs at once waste traffic but do no harm.
 */
export async function oneAtATime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!navigator.locks) return work()
  let isOurTurn = false
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, () => {
      isOurTurn = true
      return work()
    })
  } catch (error) {
    if (isOurTurn) throw error
    return work()
  }
}

/** Runs `work` while no tab sends this sale. */
export const whileNotSending = <Result>(sessionId: string, work: () => Promise<Result>): Promise<Result> =>
  oneAtATime(`doorstep-send-${sessionId}`, work)
