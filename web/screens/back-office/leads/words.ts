import type { FileField } from '#domain/lead-files/fields.ts'

/** The name of each field on the screen. */
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
