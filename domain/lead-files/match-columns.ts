import { failed, type Result, success } from '../kernel/result.ts'
import { FILE_FIELDS, type FileField } from './fields.ts'

/** What each column of a file holds, by its place; null if the column is not imported. */
export type Columns = readonly (FileField | null)[]

/**
 * The column names of each field, the best first: ours, those of GoHighLevel's export, and common ones in the United
 * Kingdom. Case, blanks and punctuation do not count.
 */
const NAMES: Record<FileField, string> = {
  id: 'id leadid',
  street_address: 'streetaddress address1 addressline1 line1 addr1 address propertyaddress street',
  address_line_2: 'addressline2 address2 line2 addr2',
  postcode: 'postcode postalcode zipcode zip pcds',
  household_size: 'householdsize household occupants people',
  voucher_value: 'vouchervalue voucher voucheramount',
  status: 'status leadstatus',
  priority: 'priority',
  contact_name: 'contactname fullname name customername customer contact occupier',
  first_name: 'firstname forename givenname',
  last_name: 'lastname surname familyname',
  contact_phone: 'contactphone phone phonenumber mobile mobilenumber mobilephone telephone tel contactnumber',
  contact_email: 'contactemail email emailaddress',
  notes: 'notes note comments comment remarks',
  area: 'area neighbourhood localarea town posttown city locality village',
  crm_contact_id: 'crmcontactid contactid ghlcontactid',
  uprn: 'uprn',
  uprn_text: 'uprntext struprn',
  lat: 'lat latitude',
  lon: 'lon lng long longitude',
}

const squeezed = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '')

/**
 * Returns what each column holds, according to its name in the header. If several columns match one field, the best
 * name counts.
 */
export function matchColumns(header: readonly string[]): Columns {
  const names = header.map(squeezed)
  const columns: (FileField | null)[] = header.map(() => null)
  for (const field of FILE_FIELDS) {
    const place = NAMES[field]
      .split(' ')
      .map((name) => names.indexOf(name))
      .find((found) => found !== -1)
    if (place !== undefined) columns[place] = field
  }
  return columns
}

/**
 * Reads the columns that a person chose, such as `street_address,,postcode`: a field for each column, or nothing. Fails
 * with the reason if a field is unknown or chosen twice.
 */
export function readColumns(text: string): Result<Columns, string> {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => name !== '' && !isField(name))
  if (unknown !== undefined) return failed(`There is no field ${unknown}.`)
  const twice = names.find((name, place) => name !== '' && names.indexOf(name) !== place)
  if (twice !== undefined) return failed(`Two columns are set to ${twice}.`)
  return success(names.map((name) => (isField(name) ? name : null)))
}

const isField = (name: string): name is FileField => (FILE_FIELDS as readonly string[]).includes(name)
