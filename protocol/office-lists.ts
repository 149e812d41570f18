import type { CopyState } from '#domain/copy/copy-state.ts'
import type { CustomerNotice } from './back-office.ts'

/** The page of the back office that shows these lists. */
export const EXCEPTIONS_PAGE = '/admin/exceptions'

/**
 * What the office has to deal with (docs/product 8.7), under `BACK_OFFICE_PATH`, with the public key.
 *
 * - `GET /documents-not-given` returns {@link DocumentsNotGiven}, the 50 that have waited longest; with
 *   `?dealt_with=true`, those that the office dealt with last
 * - `GET /customer-notices` returns {@link CustomerNotice}[], the latest 50; `?dealt_with=` as above
 * - `POST /dealt-with` takes {@link ToDealWith} and returns `{dealt_with_at}`; 404 if there is no such entry
 */
export type DocumentsNotGiven = {
  /** How many customers are owed the documents, not counting those that the office has dealt with. */
  count: number
  sales: SaleNotGiven[]
}

/** A won sale whose customer is not known to have the documents. */
export type SaleNotGiven = {
  session_id: string
  /** When the server received the contract. */
  since: string
  customer_name: string | null
  customer_location: string | null
  contract_timestamp: string | null
  copy_state: CopyState | null
  dealt_with_at: string | null
}

/** Marks an entry as dealt with, or takes that back. Marking it again keeps the first moment. */
export type ToDealWith = DealtWithEntry & { dealt_with: boolean }
export type DealtWithEntry =
  | { kind: CustomerNotice['kind']; id: number }
  | { kind: 'documents' | 'do-not-knock'; session_id: string }
