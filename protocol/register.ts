import type { RegisterEntry } from '#domain/street/do-not-knock.ts'
import type {
  LiftReason,
  RegisterReason,
  RegisterScope,
  RegisterSource,
} from '#domain/street/register-terms.ts'

/**
 * The do-not-knock register, with the public key (docs/product 16.3): `POST` takes a {@link DoorEntry} or an array of
 * them, and returns {@link EntryStored}[]. An id that is already stored changes nothing, so an entry can be sent any
 * number of times. Phones read the register as a part of the street feed (`protocol/street.ts`).
 */
export const DO_NOT_KNOCK_PATH = '/functions/v1/do-not-knock'

/** An entry as a phone makes it. The address becomes a key and is not stored. */
export type DoorEntry = {
  /** A UUID made on the phone. */
  id: string
  scope: 'household' | 'sticker'
  /** When the household asked, or when the sign was seen, by the phone's clock: UTC ISO 8601. */
  at: string
  street_address: string
  postcode: string
  uprn?: string | undefined
  phone?: string | undefined
  /** Present if the agent took it back as a mistake. The entry is still stored, but lifted. */
  undone?: true | undefined
}

/** An entry as the server stored it. */
export type EntryStored = { id: string; lifted_at: string | null }

/** An entry as the office sees it. Moments are UTC, ISO 8601. */
export type RegisterListed = RegisterEntry & {
  source: RegisterSource
  /** The phone that made it; null for an entry of the office. */
  phone: string | null
  /** The office's name for that phone; null if the phone has not reported. */
  phone_name: string | null
  received_at: string
  lifted_at: string | null
  lifted_by: string | null
  lifted_why: LiftReason | null
}

export const REGISTER_STATES = ['active', 'lifted', 'all'] as const
export type RegisterState = (typeof REGISTER_STATES)[number]

/**
 * The register for the back office, under `BACK_OFFICE_PATH`.
 *
 * - `GET ?search=&state=&limit=&before=` returns {@link RegisterPage}, the latest first
 * - `POST` takes a {@link NewEntry} and returns its {@link RegisterListed}; a repeat returns the stored one
 * - `POST /:id/lift` takes `{why}`, a {@link LiftReason}, and returns the lifted entry; 404 if there is no such entry
 * - `GET /export?search=&state=` returns the entries as CSV
 * - `GET /sales?dealt_with=` returns {@link RegisterSales}; `POST /dealt-with` marks them (protocol/office-lists.ts)
 */
export const OFFICE_REGISTER_PATH = '/do-not-knock'

/** The page of the register. */
export const REGISTER_PAGE = '/admin/do-not-knock'

/** `next` is the `before` of the next page; null at the end. */
export type RegisterPage = { count: number; entries: RegisterListed[]; next: string | null }

/** Where an entry of the office applies. A street is named with any of its postcodes. */
export type NewPlace =
  | { street_address: string; postcode: string; uprn?: string | undefined }
  | { uprn: string }
  | { street: string; postcode: string }
  | { postcodes: readonly string[] }

export type NewEntry = {
  id: string
  scope: RegisterScope
  reason: RegisterReason
  source: RegisterSource
  place: NewPlace
}

/** Sales that were signed at a door on the register. */
export type RegisterSales = {
  /** How many wait for the office. */
  count: number
  sales: RegisterSale[]
}
export type RegisterSale = {
  session_id: string
  found_at: string
  customer_name: string | null
  customer_location: string | null
  contract_timestamp: string | null
  /** The entry that covers the door, with its reason and when the household asked. */
  entry_id: string
  reason: RegisterReason
  asked_at: string
  dealt_with_at: string | null
}
