import type { ColumnType, Generated } from 'kysely'
import type { EntryKind } from '#domain/street/contact-entries.ts'

type Moment = ColumnType<string, string | undefined, string>
type Amount = ColumnType<string | null, number | string | null | undefined, number | string | null>

export type ContactRow = {
  id: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  address: string
  postcode: string
  area: string | null
  household_size: number | null
  voucher_value: Amount
  priority: 'high' | 'medium' | 'low' | null
  notes: string | null
  is_lead: Generated<boolean>
  date_added: Moment
  date_updated: Moment
}

export type CrmStatus = 'open' | 'won' | 'lost' | 'abandoned'

export type SandboxOpportunityRow = {
  id: string
  contact_id: string
  name: string
  status: CrmStatus
  stage: string
  monetary_value: Amount
  session_id: string
  service_package_name: string | null
  voucher_amount: Amount
  contract_signed: Generated<boolean>
  date_added: Moment
  date_updated: Moment
}

/** A tag, note or task at a contact. `key` is that of `ContactEntry`. */
export type ContactEntryRow = {
  id: string
  contact_id: string
  kind: EntryKind
  key: string
  title: string | null
  body: string | null
  due_at: string | null
  is_done: boolean
}

/** The tables of the sandbox CRM, all in the schema `sandbox_crm`. */
export type SandboxTables = {
  contacts: ContactRow
  opportunities: SandboxOpportunityRow
  contact_entries: ContactEntryRow
}
