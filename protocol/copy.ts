import type { Pounds } from '#domain/kernel/money.ts'
import type { CopyWay } from '#domain/sale/sale.ts'

/**
 * The calls of the customer's page, with the token of the code and without a key (docs/product 13.4). All are POSTs of
 * JSON. An unknown code, an expired one and one that has not arrived yet get the same 404.
 *
 * - `POST /functions/v1/copy` `{token}` returns {@link CustomersCopy}
 * - `POST …/document` `{token, postcode}` returns the latest sealed PDF, or 403 `wrong-postcode`
 * - `POST …/cancel` `{token, postcode, words}` returns {@link CancellationReceived}
 * - `POST …/dispute` `{token, words}` and `POST …/confirm` `{token}` return `{received_at}`
 */
export const COPY_PATH = '/functions/v1/copy'

/** The customer's page. The code follows the `#`, which browsers do not send to servers. */
export const COPY_PAGE = '/copy'

/** One sealed document of a sale, as anyone with the code may see it. Hashes are hex. */
export type SealedVersion = {
  version: number
  pdf_sha256: string
  /** Null if what was shown was not recorded. */
  agreement_sha256: string | null
  sealed_at: string
  /** A JWS (RS256) over the same facts, signed with a key from `/.well-known/jwks.json`. */
  statement: string
}

/** What the page shows. It has no name, address, signature or ID number of the customer. Moments are UTC, ISO 8601. */
export type CustomersCopy = {
  order_reference: string
  company: string
  /** How the customer reaches the company; null for what is not set. */
  contact: { phone: string | null; email: string | null }
  package: { name: string; speed: string }
  prices: { monthly: Pounds; installation: Pounds; discount: Pounds }
  /** What the installation costs after the discount, in the words of the agreement. */
  installation_in_words: string
  signed_at: string
  received_at: string
  /** Until when the customer can cancel, in sentences. */
  clock: string[]
  /** How the customer gets the copy, in a sentence. */
  copy_state: string
  /** Whether the documents reached the customer on a later day than the signature. */
  came_late: boolean
  confirmed_at: string | null
  cancelled_at: string | null
  /** When the mail server accepted our acknowledgement of the cancellation. */
  acknowledged_at: string | null
  documents: SealedVersion[]
}

export type CancellationReceived = { received_at: string; in_time: boolean }

/** What a phone sends when the agent has given the customer a copy (docs/product 8.13). */
export type CopyGiven = {
  session_id: string
  way: CopyWay
  at: string
  /** The number printed on the paper; absent if it has none. */
  number?: string
}
