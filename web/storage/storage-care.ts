/** Cookies outlive the rest of a browser's storage; this one says how many sales were waiting when it was written. */
const COOKIE = 'doorstep-keeps'
const FOR_A_YEAR = 'max-age=31536000; path=/; samesite=strict'

/** Notes that this phone keeps sales, and how many of them the server does not have yet. */
export function noteWhatIsKept(unsent: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous way is not in every browser
  document.cookie = `${COOKIE}=${unsent}; ${FOR_A_YEAR}`
}

/** From now on there is nothing to miss. */
export function forgetLoss(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous way is not in every browser
  document.cookie = `${COOKIE}=; max-age=0; path=/; samesite=strict`
}

/** How many unsent sales there should be on a phone that has none; nothing when it never had any. */
export function readWhatWasKept(): number | undefined {
  const [, kept] = new RegExp(`(?:^|; )${COOKIE}=(\\d+)`).exec(document.cookie) ?? []
  return kept === undefined ? undefined : Number(kept)
}

/** Asks the browser to spare what we keep when it is short of room. It may say no. */
export async function askToKeep(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false)
}
