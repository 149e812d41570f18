import type { Agreement } from '#domain/agreement/agreement.ts'
import type { Evidence } from '#domain/evidence/evidence.ts'
import type { Finding } from '#domain/evidence/findings.ts'

/** An event of the sale's chain, as stored. Hashes are in hex. It contains no personal data. */
export type ChainEvent = Readonly<{
  seq: number
  type: string
  at: string
  commit: string
  prev: string
  hash: string
}>

/** What was recorded of the signing. */
export type Signing = Readonly<{
  /** The exact bytes whose hash the customer has. */
  agreementText: string
  agreement: Agreement
  agreementSha256: string
  evidence: Evidence
  evidenceSha256: string
  receivedAt: string
  findings: readonly Finding[]
  chain: string
  events: readonly ChainEvent[]
}>

/** The fields of the stored sale that a document shows. */
export type SaleShown = Readonly<{
  session_id: string
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  customer_location: string | null
  service_package_name: string | null
  service_speed: string | null
  service_monthly_price: string | null
  service_installation_price: string | null
  customer_discount: string | null
  total_value: string | null
  contract_timestamp: string
  /** The signature as an image data URL. */
  contract_signature: string | null
  has_id_number: boolean
  received_at: string
}>

/**
 * Everything that a document is made from: stored rows and no clock, so that the same source makes the same bytes. It
 * can be sent to a thread.
 */
export type DocumentSource = Readonly<{
  version: number
  company: string
  sale: SaleShown
  /** Null if it was not recorded what the customer was shown. */
  signing: Signing | null
}>
