import { formatWhole } from '#domain/kernel/thousands.ts'
import type { FileField } from '#domain/lead-files/fields.ts'
import { ACTIONS, type Action } from '#domain/lead-files/plan-import.ts'
import type { ImportCounts } from '#protocol/lead-files.ts'

export const ACTION_NAMES: Record<Action, string> = {
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
  skip: 'Skipped',
  conflict: 'In conflict',
}

export const FIELD_NAMES: Record<FileField, string> = {
  id: 'Id in Doorstep',
  street_address: 'Address',
  address_line_2: 'Address, second line',
  postcode: 'Postcode',
  household_size: 'Household size',
  voucher_value: 'Voucher',
  priority: 'Priority',
  status: 'Status (new leads only)',
  contact_name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  contact_phone: 'Phone',
  contact_email: 'Email',
  notes: 'Notes',
  area: 'Area',
  crm_contact_id: 'Contact in the CRM',
  uprn: 'UPRN',
  uprn_text: 'UPRN as text',
  lat: 'Latitude',
  lon: 'Longitude',
}

/** Returns `12 new, 3 changed, 1 skipped`; only what there is. */
export function countsInWords(counts: ImportCounts): string {
  const parts = ACTIONS.filter((action) => counts[action] > 0).map(
    (action) => `${formatWhole(counts[action])} ${ACTION_NAMES[action].toLowerCase()}`,
  )
  return parts.join(', ') || 'no rows'
}
