/**
 * A browser short of space may delete our IndexedDB. A cookie usually survives that, so this one holds the number of
 * unsent sales: if the cookie is there and the database is empty, sales were lost.
 */
const COOKIE = 'doorstep-keeps'
const FOR_A_YEAR = 'max-age=31536000; path=/; samesite=strict'

/** Records that this phone has sales, and how many of them are not on the server yet. */
export function saveUnsentCount(unsent: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${COOKIE}=${unsent}; ${FOR_A_YEAR}`
}

/** Forgets the count, once the agent has been warned of the loss. */
export function clearUnsentCount(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${COOKIE}=; max-age=0; path=/; samesite=strict`
}

/** Returns the recorded number of unsent sales, or undefined if this phone never had a sale. */
export function readUnsentCount(): number | undefined {
  const [, count] = new RegExp(`(?:^|; )${COOKIE}=(\\d+)`).exec(document.cookie) ?? []
  return count === undefined ? undefined : Number(count)
}

/** Asks the browser not to delete our storage. If it refuses, nothing changes. */
export async function requestPersistence(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false)
}
