export type DoubleContact = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  address1: string | null
  city: string | null
  postalCode: string | null
  source: string | null
  tags: string[]
  /** Values by the key of the custom field, such as `contact.area`. */
  fields: Record<string, string | number>
  dateAdded: number
  dateUpdated: number
}

export const LEAD_TAG = 'field-sales'

const FIRST_ADDED = Date.UTC(2026, 8, 1, 8)
const SECOND_MS = 1_000
const PRIORITIES = ['high', 'medium', 'low'] as const

/** Returns the household with this number, the same each time. */
export function createDoubleContact(serial: number): DoubleContact {
  const moment = FIRST_ADDED + serial * SECOND_MS
  return {
    id: `contact-${String(serial).padStart(6, '0')}`,
    firstName: 'Ada',
    lastName: `Ward${serial}`,
    email: `ada.ward${serial}@example.org`,
    phone: `+441632${String(960_000 + serial).padStart(6, '0')}`,
    address1: `${serial} High Street`,
    city: 'Thornbeck',
    postalCode: `CA29 ${serial % 10}AB`,
    source: null,
    tags: [LEAD_TAG],
    fields: {
      'contact.household_size': String((serial % 6) + 1),
      'contact.voucher_value': 500 + (serial % 9) * 500,
      'contact.priority': PRIORITIES[serial % 3] as string,
      'contact.area': 'Thornbeck',
    },
    dateAdded: moment,
    dateUpdated: moment,
  }
}
