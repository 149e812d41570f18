import { onFirstUse } from '#domain/kernel/on-first-use.ts'
import type { KnownClaim } from '#domain/street/known-claim.ts'

const clock = onFirstUse(() => new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }))

/** Returns a claim in words, in local time, such as `Phone B is here until 15:40`. */
export function claimInWords(claim: KnownClaim): string {
  const until = `until ${clock().format(new Date(claim.until))}`
  if (claim.by === 'other') return `${claim.phone_name} is here ${until}`
  return claim.by === 'us' ? `Yours ${until}` : `Yours ${until}, once sent`
}
