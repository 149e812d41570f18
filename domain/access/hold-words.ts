import type { Hold } from './hold.ts'

/**
 * Why a sale is held, in words for the office (docs/product 26.6). A retired person counts as suspended, because
 * neither can sell.
 */
export const HOLD_WORDS: Record<Hold, string> = {
  'phone-suspended': 'The phone was suspended',
  'person-suspended': 'The agent was suspended or had left',
}
