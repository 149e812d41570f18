import type { Pounds } from '../kernel/money.ts'
import type { OpportunityStatus } from './status.ts'

/** The part of a sale that its two sides agree on, with the field names of the data API (docs/product 3.7). */
export type OpportunityTerms = {
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  customer_location: string | null
  customer_id_number: string | null
  customer_discount: Pounds | null
  service_package_id: string | null
  service_package_name: string | null
  service_speed: string | null
  service_monthly_price: Pounds | null
  service_installation_price: Pounds | null
  contract_signature: string | null
  contract_timestamp: string | null
  contract_ip_address: string | null
}

/** One sale as it is stored, from the first location to the close. Times are UTC, ISO 8601. */
export type Opportunity = OpportunityTerms & {
  id: string
  session_id: string
  status: OpportunityStatus
  lead_id: string | null
  /** Where it was made, by its lead; the server's to tell. */
  area: string | null
  total_value: Pounds | null
  voucher_amount: Pounds | null
  eligibility_status: boolean | null
  eligibility_scheme: string | null
  notes: string | null
  ghl_opportunity_id: string | null
  last_ghl_sync: string | null
  created_at: string
  updated_at: string
  received_at: string | null
  closed_by: 'agent' | 'crm' | null
}

/** What a sale holds before anybody has told anything of it. */
export const NOTHING_YET = {
  status: 'open',
  lead_id: null,
  customer_name: null,
  customer_email: null,
  customer_phone: null,
  customer_location: null,
  customer_id_number: null,
  customer_discount: null,
  service_package_id: null,
  service_package_name: null,
  service_speed: null,
  service_monthly_price: null,
  service_installation_price: null,
  contract_signature: null,
  contract_timestamp: null,
  contract_ip_address: null,
  total_value: null,
  voucher_amount: null,
  eligibility_status: null,
  eligibility_scheme: null,
  notes: null,
  ghl_opportunity_id: null,
  last_ghl_sync: null,
} as const satisfies Partial<Opportunity>

/** The terms that are sealed once signed, and that a receipt's hash covers together with `session_id`. */
export const OPPORTUNITY_TERMS = [
  'customer_name',
  'customer_email',
  'customer_phone',
  'customer_location',
  'customer_id_number',
  'customer_discount',
  'service_package_id',
  'service_package_name',
  'service_speed',
  'service_monthly_price',
  'service_installation_price',
  'contract_signature',
  'contract_timestamp',
  'contract_ip_address',
] as const satisfies readonly (keyof OpportunityTerms)[]
