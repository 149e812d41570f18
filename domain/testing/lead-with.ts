import type { Lead } from '../lead/lead.ts'

/** Returns a lead for a test to which only these fields matter. */
export const leadWith = (fields: Partial<Lead>): Lead => ({
  id: 'lead-1',
  street_address: '2 High St',
  postcode: 'AB1 2CD',
  household_size: 2,
  voucher_value: '1500',
  status: 'new',
  priority: 'medium',
  contact_name: null,
  contact_phone: null,
  contact_email: null,
  notes: null,
  area: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...fields,
})
