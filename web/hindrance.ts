import { useLists } from './app-context.ts'
import { turnedAway } from './http/turned-away.ts'
import { hasCaughtUp } from './lists/leads-ahead.ts'
import type { LiveLists } from './lists/live-lists.ts'
import type { PhoneSale } from './sync/phone-sales.ts'
import { useStore } from './use-store.ts'

/** The reason why the server does not answer this phone's questions about its sales (docs/product 2.10, 26.11). */
export type Hindrance = 'offline' | 'paused' | 'not-enrolled' | 'bad-key'

/** The end of a sentence about something that the phone cannot know or do meanwhile. */
export const WHILE: Record<Hindrance, string> = {
  offline: 'without a connection',
  paused: 'while this phone is paused',
  'not-enrolled': 'until this phone is enrolled',
  'bad-key': 'until the server accepts this phone’s key',
}

const TURNED_AWAY: Record<string, Hindrance> = { 'phone-suspended': 'paused', 'invalid-key': 'bad-key' }

/** Returns what keeps this phone from asking the server, or undefined if nothing does. */
export function useHindrance(): Hindrance | undefined {
  const code = useStore(turnedAway)
  if (useLists().isOffline) return 'offline'
  return code === undefined ? undefined : (TURNED_AWAY[code] ?? 'not-enrolled')
}

/**
 * Returns whether the server has accepted something of this sale that the list of opportunities does not show yet. On a
 * paused phone such a sale is held (docs/product 26.6), because the list stops at the pause.
 */
export function isAheadOfList({ shown, inStepAt = '' }: LiveLists, phone: PhoneSale | undefined): boolean {
  if (!phone || phone.writes > 0 || phone.acceptedAt <= inStepAt) return false
  return !hasCaughtUp(shown.opportunities.findOf(phone.sessionId), phone)
}
