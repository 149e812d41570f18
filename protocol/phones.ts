import type { PhoneState } from './identity.ts'

/**
 * Phones, as they report themselves and as the office sees them (docs/product 24).
 *
 * - `POST /functions/v1/phones`, from a phone, takes {@link PhoneReport} and returns {@link PhoneReported}
 * - `GET /functions/v1/back-office/phones` returns {@link PhonesListed}
 * - `PUT /functions/v1/back-office/phones/:id` takes {@link PhoneLabel} and returns {@link PhoneListed}
 */
export const PHONES_PATH = '/functions/v1/phones'
export const OFFICE_PHONES_PATH = '/phones'

/** The page that shows them. */
export const PHONES_PAGE = '/admin/phones'

/** The max number of phones in the list. */
export const MAX_PHONES_LISTED = 500
/** The max length of the office's name for a phone, in characters. */
export const MAX_LABEL = 60

/** What a phone reports about itself. Nothing in it is personal. */
export type PhoneReport = {
  /** The identity that it gave itself, a UUID. */
  id: string
  /** Whether the app was opened from the home screen. */
  is_installed: boolean
  /** Whether the browser has promised not to delete the app's data. */
  is_kept: boolean
  /** The area that it follows; `''` for leads without an area, null if it follows all. */
  area: string | null
  /** How many sales on it wait to be sent, how many of those are signed, and since when the oldest has waited. */
  unsent_sales: number
  unsent_signed: number
  unsent_since: string | null
  /** How many sales on it the server has refused, which the agent must correct. */
  refused_sales: number
}

/** The answer to a phone's report: its name and, if it is enrolled, the state that the office wants. */
export type PhoneReported = { name: string; state: PhoneState | null }

/** A phone as the office sees it. */
export type PhoneListed = PhoneReport & {
  /** Its state; null if it is not enrolled. A wiped phone is no longer enrolled, but keeps its state. */
  state: PhoneState | null
  /** When it got that state, or was enrolled. */
  state_since: string | null
  /** Who sells on it; null if no one enrolled it. */
  person: string | null
  /** The office's name for it, or else one like `Phone A`. */
  name: string
  /** The office's own name for it; null if it gave none. */
  label: string | null
  /** When it last reported; null if it has not yet. */
  seen_at: string | null
  /** How many of the sales made on it are won. */
  won_sales: number
  /** Whether signed or refused sales have been on it for a while, so that someone should look. */
  needs_attention: boolean
}

/**
 * The phones that need attention first, then by their last report. `more`: whether there are others that are not
 * listed.
 */
export type PhonesListed = { phones: PhoneListed[]; more: boolean }

/** The office's name for a phone; null or empty removes it. */
export type PhoneLabel = { label: string | null }
