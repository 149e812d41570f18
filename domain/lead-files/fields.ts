/** The header of an export, in its order (docs/product 21.7). An import reads the same names. */
export const EXPORT_COLUMNS = [
  'id',
  'street_address',
  'postcode',
  'household_size',
  'voucher_value',
  'status',
  'priority',
  'contact_name',
  'contact_phone',
  'contact_email',
  'notes',
  'area',
  'created_at',
  'updated_at',
  'uprn',
  'uprn_text',
  'crm_contact_id',
] as const
export type ExportColumn = (typeof EXPORT_COLUMNS)[number]

/** The fields of a lead that an import may set. It sets the status of new leads only. */
export const LEAD_FIELDS = [
  'street_address',
  'postcode',
  'household_size',
  'voucher_value',
  'priority',
  'contact_name',
  'contact_phone',
  'contact_email',
  'notes',
  'area',
  'crm_contact_id',
  'uprn',
  'lat',
  'lon',
] as const
export type LeadField = (typeof LEAD_FIELDS)[number]

/**
 * What a column of a file may hold. Several columns may make one field of a lead, such as first and last name, or both
 * lines of an address.
 */
export const FILE_FIELDS = [
  'id',
  ...LEAD_FIELDS,
  'status',
  'address_line_2',
  'first_name',
  'last_name',
  'uprn_text',
] as const
export type FileField = (typeof FILE_FIELDS)[number]

/** The values of a lead as an export writes them; empty if unknown. */
export type LeadTexts = Record<LeadField, string>

/** A lead that is stored. */
export type KnownLead = LeadTexts & { id: string }

/** A lead to create; `id` and `status` are empty if the file has none. */
export type NewLead = LeadTexts & { id: string; status: string }

/**
 * A row of a file: its value for each field, or why it cannot be read. `line` counts from 1 and includes the header.
 */
export type FileRow = { line: number; values: Partial<Record<FileField, string>>; problem?: string }
