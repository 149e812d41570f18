import { SYNC_LOG_LIMIT, type Tables } from '#protocol/tables.ts'

/**
 * The type of a column, on the wire and in the database. `money` is a JSON number in pounds, `decimal` is exact numeric
 * text, `date` is a day such as `2026-03-05` and `moment` is UTC ISO 8601.
 */
export type ColumnType =
  | 'text'
  | 'uuid'
  | 'integer'
  | 'bigint'
  | 'money'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'moment'

export type Column = Readonly<{
  name: string
  type: ColumnType
  /** True if the public key may write it. */
  writable: boolean
  /** True if it must not be null. */
  required: boolean
  /** True if a trigram index finds parts of its texts. */
  searched: boolean
}>

/** A table as the public key sees it. The data API offers nothing else. */
export type Table = Readonly<{
  name: keyof Tables
  columns: ReadonlyMap<string, Column>
  /** Added to every order, so that pages never overlap. */
  tieBreak: 'id' | 'id desc'
  /** The max number of rows in an answer. */
  maxRows: number
  /** The ways in which the public key may write, besides reading. */
  writes: readonly ('post' | 'patch')[]
  /** True if its column `as_json` holds each row in the form in which lists show it with every column (decision 48). */
  keepsJson?: true
}>

const column = (type: ColumnType) => ({ type, writable: false, required: false, searched: false })
const writable = (type: ColumnType) => ({ ...column(type), writable: true })
const required = (type: ColumnType) => ({ ...writable(type), required: true })
const filled = (type: ColumnType) => ({ ...column(type), required: true })
const searched = { ...filled('text'), searched: true }

type Columns<Row> = Record<keyof Row, Omit<Column, 'name'>>

const LEAD_COLUMNS: Columns<Tables['leads']> = {
  id: filled('uuid'),
  street_address: searched,
  postcode: searched,
  household_size: column('integer'),
  voucher_value: filled('decimal'),
  status: required('text'),
  priority: filled('text'),
  contact_name: column('text'),
  contact_phone: column('text'),
  contact_email: column('text'),
  notes: column('text'),
  area: column('text'),
  created_at: filled('moment'),
  updated_at: filled('moment'),
}

const OPPORTUNITY_COLUMNS: Columns<Tables['opportunities']> = {
  id: filled('uuid'),
  session_id: required('text'),
  status: required('text'),
  customer_name: writable('text'),
  customer_email: writable('text'),
  customer_phone: writable('text'),
  customer_location: writable('text'),
  lead_id: writable('uuid'),
  service_package_name: writable('text'),
  service_speed: writable('text'),
  total_value: writable('money'),
  created_at: filled('moment'),
  updated_at: filled('moment'),
  notes: writable('text'),
  customer_id_number: writable('text'),
  service_package_id: writable('text'),
  service_monthly_price: writable('money'),
  service_installation_price: writable('money'),
  customer_discount: writable('money'),
  voucher_amount: writable('money'),
  contract_signature: writable('text'),
  contract_timestamp: writable('moment'),
  contract_ip_address: writable('text'),
  eligibility_status: writable('boolean'),
  eligibility_scheme: writable('text'),
  ghl_opportunity_id: writable('text'),
  last_ghl_sync: writable('moment'),
  received_at: column('moment'),
  closed_by: column('text'),
  area: column('text'),
  qualified_at: column('moment'),
  won_at: column('moment'),
  lost_at: column('moment'),
  phone_id: column('uuid'),
  owner_id: column('uuid'),
  hold: column('text'),
}

const SYNC_LOG_COLUMNS: Columns<Tables['ghl_sync_log']> = {
  id: filled('bigint'),
  operation: filled('text'),
  direction: filled('text'),
  session_id: column('text'),
  lead_id: column('uuid'),
  status: filled('text'),
  message: column('text'),
  duration_ms: filled('integer'),
  created_at: filled('moment'),
}

const DO_NOT_KNOCK_COLUMNS: Columns<Tables['do_not_knock']> = {
  id: filled('uuid'),
  scope: filled('text'),
  uprn: column('bigint'),
  address_key: column('text'),
  street_key: column('text'),
  postcodes: column('text'),
  reason: filled('text'),
  source: filled('text'),
  at: filled('moment'),
  phone: column('text'),
  received_at: filled('moment'),
  lifted_at: column('moment'),
  lifted_by: column('text'),
  lifted_why: column('text'),
}

const VISIT_COLUMNS: Columns<Tables['visits']> = {
  id: filled('uuid'),
  lead_id: filled('uuid'),
  area: filled('text'),
  outcome: filled('text'),
  occurred_at: filled('moment'),
  received_at: filled('moment'),
  phone: column('text'),
  note: column('text'),
  call_back_on: column('date'),
  call_back_at: column('text'),
  undoes: column('uuid'),
  erased_at: column('moment'),
}

/** More than any client reads at once. To read more, it continues after the last row. */
const MAX_ROWS = 50_000

const named = (columns: Record<string, Omit<Column, 'name'>>) =>
  new Map(Object.entries(columns).map(([name, rest]) => [name, { name, ...rest }]))

export const LEADS: Table = {
  name: 'leads',
  columns: named(LEAD_COLUMNS),
  tieBreak: 'id',
  maxRows: MAX_ROWS,
  writes: ['patch'],
  keepsJson: true,
}
export const OPPORTUNITIES: Table = {
  name: 'opportunities',
  columns: named(OPPORTUNITY_COLUMNS),
  tieBreak: 'id',
  maxRows: MAX_ROWS,
  writes: ['post', 'patch'],
}
const SYNC_LOG: Table = {
  name: 'ghl_sync_log',
  columns: named(SYNC_LOG_COLUMNS),
  tieBreak: 'id desc',
  maxRows: SYNC_LOG_LIMIT,
  writes: [],
}
const DO_NOT_KNOCK: Table = {
  name: 'do_not_knock',
  columns: named(DO_NOT_KNOCK_COLUMNS),
  tieBreak: 'id',
  maxRows: MAX_ROWS,
  writes: [],
}

const VISITS: Table = {
  name: 'visits',
  columns: named(VISIT_COLUMNS),
  tieBreak: 'id',
  maxRows: MAX_ROWS,
  writes: [],
}

const TABLES: ReadonlyMap<string, Table> = new Map(
  [LEADS, OPPORTUNITIES, SYNC_LOG, DO_NOT_KNOCK, VISITS].map((table) => [table.name, table]),
)

/** Returns every table of the data API. */
export const listTables = (): Table[] => [...TABLES.values()]

/** Returns the table of that name if the data API offers it. */
export const findTable = (name: string) => TABLES.get(name)
