import type { PhoneDatabase } from '../storage/database.ts'
import type { HttpSendingHooks } from './http-sending.ts'

/** The part of `Sending` that the first screen may ask for. It fetches the code only then. */
export type LazySending = {
  /** Sends everything that waits, at once. */
  wake: () => void
  /** Does the same, and verifies again that the server still has what it accepted. */
  wakeAndVerify: () => void
}

/**
 * Creates `Sending` in a chunk of its own, because the first screen does not need it. If a fetch fails, the next
 * request repeats it. If the browser remembers the failure, step 1, which needs the same chunk, reloads the page
 * (`LoadBoundary`).
 */
export function createLazySending(phone: PhoneDatabase, hooks: HttpSendingHooks): LazySending {
  let fetched: ReturnType<typeof fetchSending> | undefined

  async function fetchSending() {
    const { createHttpSending } = await import('./http-sending.ts')
    return createHttpSending(phone, hooks)
  }

  function getSending() {
    fetched ??= fetchSending().catch((error: unknown) => {
      fetched = undefined
      throw error
    })
    return fetched
  }

  const request = (name: 'wake' | 'wakeAndVerify') => () =>
    void getSending().then((sending) => sending[name](), hooks.onTrouble)

  return {
    wake: request('wake'),
    wakeAndVerify: request('wakeAndVerify'),
  }
}
