import type { Choices } from '../agreement/choices.ts'

/** What determines the state of a customer's copy. Moments are ISO 8601. */
export type CopyProgress = {
  /** How the customer wants the copy; null if the signing was not recorded. */
  copyBy: Choices['copy'] | null
  hasAddress: boolean
  isSealed: boolean
  /** Null if no paper was given. `number` is the one printed on it; absent if it has none. */
  paperGiven: { at: string; number?: string } | null
  /** The mail with the newest version; null if it was never queued. */
  mail: { state: 'waiting' | 'parked' | 'delivered'; at: string; reason: string | null } | null
}

/**
 * The state of a signed sale's copy (docs/product 13.2). `sent` means on its way to the mail server. No state says that
 * the customer received a mail, because a mail server only says that it accepted one.
 */
export type CopyState = {
  state:
    | 'being-sealed'
    | 'sent'
    | 'accepted'
    | 'refused'
    | 'paper-given'
    | 'paper'
    | 'no-address'
    | 'no-mail'
    | 'not-mailed'
    | 'not-recorded'
  /** When it was accepted or given; null in every other state. */
  at: string | null
  /** The mail server's last answer, without the address; null if it said nothing, or accepted the mail. */
  reason: string | null
  /** The number printed on the paper that was given. Absent if it has none, and in every other state. */
  number?: string
}

/** Returns the state of a copy; `hasMail` says whether a mail server is set up. */
export function copyStateOf(progress: CopyProgress, hasMail: boolean): CopyState {
  const { paperGiven, mail } = progress
  const stateOf = (state: CopyState['state'], at: string | null = null, reason: string | null = null) => ({
    state,
    at,
    reason,
  })
  if (mail?.state === 'delivered') return stateOf('accepted', mail.at)
  if (paperGiven !== null) return { ...stateOf('paper-given'), ...paperGiven }
  if (mail?.state === 'parked') return stateOf('refused', null, mail.reason)
  if (mail && hasMail) return stateOf('sent', null, mail.reason)
  return stateOf(notQueued(progress, hasMail))
}

function notQueued({ copyBy, hasAddress, isSealed }: CopyProgress, hasMail: boolean): CopyState['state'] {
  if (copyBy === 'paper') return 'paper'
  if (copyBy === 'email' && !hasAddress) return 'no-address'
  if (!hasMail) return 'no-mail'
  if (!isSealed) return 'being-sealed'
  return copyBy === null ? 'not-recorded' : 'not-mailed'
}
