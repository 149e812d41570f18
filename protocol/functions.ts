import type { Company } from '#domain/agreement/company.ts'
import type { AuthMode } from './identity.ts'

/** The paths of the functions besides the tables. */
export const GHL_SYNC_PATH = '/functions/v1/ghl-sync'
export const SALES_PROGRESS_PATH = '/functions/v1/sales-progress'
export const VERIFY_SALES_PATH = '/functions/v1/verify-sales'
export const SALE_EVIDENCE_PATH = '/functions/v1/sale-evidence'
export const COPY_GIVEN_PATH = '/functions/v1/copy-given'

/** The six endpoints of `ghl-sync` with their methods (docs/product 8.1). */
export const GHL_ENDPOINTS = {
  'sync-leads': 'POST',
  'create-opportunity': 'POST',
  'update-opportunity': 'PUT',
  'sync-status': 'GET',
  'check-credentials': 'POST',
  diagnostics: 'GET',
} as const
export type GhlEndpoint = keyof typeof GHL_ENDPOINTS

export type CrmCheck = { name: string; ok: boolean; detail: string }
export type CrmReport = { success: boolean; provider: string; checks: CrmCheck[] }

/** The steps that are reported to the automation service (docs/product 9.7). */
export const PROGRESS_STEPS = [
  'eligibility-check',
  'service-selection',
  'customer-details',
  'contract-signed',
] as const
export type ProgressStep = (typeof PROGRESS_STEPS)[number]

/** The agent's name in every report, even if the agent has enrolled a phone (docs/product 1.3). */
export const REP = 'Field Agent'

/** A finished step as the automation service receives it, field for field (docs/product 9.7). */
export type SalesProgress = {
  session_id: string
  step: ProgressStep
  name: string
  email: string
  phone: string
  address: string
  product: string
  voucher_used: number
  rep: string
  id_document: ''
  /** A JPEG on white as a data URL, or empty. */
  signature: string
  raw_data: {
    hasCustomer: boolean
    hasLocation: boolean
    hasEligibility: boolean
    hasService: boolean
    hasContract: boolean
    hasIdDocument: boolean
    hasSignature: boolean
  }
}

/** The settings that the server passes to the app in the page, as JSON. */
export type AppSettings = {
  publicKey: string
  localArea: string
  crmProvider: 'sandbox' | 'gohighlevel'
  /** Part of every agreement. It is in the page so that phones have it offline. */
  company: Company
  /** `PUBLIC_URL`, if it is set. */
  publicUrl?: string | undefined
  /** Whether copies are mailed. Absent if no mail service is set up. */
  hasMail?: true
  /** Whether people may or must sign in. Absent if they cannot. */
  authMode?: Exclude<AuthMode, 'anonymous'>
}
