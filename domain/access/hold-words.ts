import type { Hold } from './hold.ts'

/** Why a sale is held, as the office reads it (docs/product 26.6). A person who is retired cannot sell either. */
export const HOLD_WORDS: Record<Hold, string> = {
  'phone-suspended': 'The phone was suspended',
  'person-suspended': 'The agent was suspended or had left',
}
