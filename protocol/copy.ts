import type { Pounds } from '#domain/kernel/money.ts'
import type { CopyWay } from '#domain/sale/sale.ts'

/**
 * What the customer's page asks for with the token of the code, without a key (docs/product 13.4). All are POSTs of JSON.
 * An unknown code, one that has expired and one that has not arrived yet get the same 404.
 *
 * - `POST /functions/v1/copy` `{token}` answers {@link CustomersCopy}
 * - `POST …/document` `{token, postcode}` answers the latest sealed PDF; 403 `wrong-postcode`
 * - `POST …/cancel` `{token, postcode, words}` answers {@link CancellationReceived}
 * - `POST …/dispute` `{token, words}` and `POST …/confirm` `{token}` answer `{received_at}`
 */
export const COPY_PATH = '/functions/v1/copy'

/** The customer's page; the code follows its `#`, which browsers send to no server. */
export const COPY_PAGE = '/copy'

/** The sealed documents of a sale, as anyone with the code may know them. Hashes are hex. */
export type SealedVersion = {
  version: number
  pdf_sha256: string
  /** Null if it was not recorded what was shown. */
  agreement_sha256: string | null
  sealed_at: string
  /** A JWS (RS256) over the same facts, signed with a key of `/.well-known/jwks.json`. */
  statement: string
}

/** What the page shows. Of the customer no name, address, signature or ID number. Moments are UTC, ISO 8601. */
export type CustomersCopy = {
  order_reference: string
  company: string
  /** How the customer reaches the company; null for what it has not set. */
  contact: { phone: string | null; email: string | null }
  package: { name: string; speed: string }
  prices: { monthly: Pounds; installation: Pounds; discount: Pounds }
  /** What the installation costs after the discount, as the agreement says it. */
  installation_in_words: string
  signed_at: string
  received_at: string
  /** Until when the customer can cancel, in sentences. */
  clock: string[]
  /** How the copy goes to the customer, in a sentence. */
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
  /** The number printed on the paper; absent without one. */
  number?: string
}
