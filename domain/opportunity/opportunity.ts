import type { Hold } from '../access/hold.ts'
import type { Pounds } from '../kernel/money.ts'
import type { OpportunityStatus } from './status.ts'

/**
 * One sale as it is stored, from the first location to the close, with the field names of the data API (docs/product
 * 3.3). Every other list of its columns is derived from this type or compared with it by a test. Times are UTC, ISO
 * 8601.
 */
export type Opportunity = {
  id: string
  session_id: string
  status: OpportunityStatus
  lead_id: string | null
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
  total_value: Pounds | null
  voucher_amount: Pounds | null
  eligibility_status: boolean | null
  eligibility_scheme: string | null
  notes: string | null
  ghl_opportunity_id: string | null
  last_ghl_sync: string | null
  /** The area of its lead when the lead was set. */
  area: string | null
  created_at: string
  updated_at: string
  received_at: string | null
  closed_by: 'agent' | 'crm' | null
  /** When it was first qualified, and first won, by the server's clock. */
  qualified_at: string | null
  won_at: string | null
  /** When it was lost; null if it is not lost now. */
  lost_at: string | null
  /** The phone that made it. */
  phone_id: string | null
  /** The person who made it; null if it was made with the public key alone. */
  owner_id: string | null
  /** Why it is held: the office must release it before anyone outside is informed. Null if it is not. */
  hold: Hold | null
}

/**
 * Columns for the office only, which phones do not list: when a sale reached each status, who made it, and whether it
 * is held.
 */
export const OFFICE_COLUMNS = [
  'qualified_at',
  'won_at',
  'lost_at',
  'phone_id',
  'owner_id',
  'hold',
] as const satisfies readonly (keyof Opportunity)[]

/** The columns that only the server sets. */
const SERVER_COLUMNS = [
  'id',
  'area',
  'created_at',
  'updated_at',
  'received_at',
  'closed_by',
  ...OFFICE_COLUMNS,
] as const

/** The fields of a sale that an agent may write. */
export type AgentFields = Omit<Opportunity, (typeof SERVER_COLUMNS)[number]>

/** A sale of which only the `session_id` is known. */
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
} as const satisfies Omit<AgentFields, 'session_id'>

/** The columns that an agent may write, besides the `session_id` of a new sale. */
export const AGENT_COLUMNS = Object.keys(NOTHING_YET) as (keyof typeof NOTHING_YET)[]

/** Every column of a sale. */
export const OPPORTUNITY_COLUMNS: readonly (keyof Opportunity)[] = [
  'session_id',
  ...AGENT_COLUMNS,
  ...SERVER_COLUMNS,
]

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
] as const satisfies readonly (keyof AgentFields)[]

/** The part of a sale on which customer and company agree (docs/product 3.7). */
export type OpportunityTerms = Pick<Opportunity, (typeof OPPORTUNITY_TERMS)[number]>
