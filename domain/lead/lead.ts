import type { Pounds } from '../kernel/money.ts'

export const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'closed-won', 'closed-lost'] as const
export type LeadStatus = (typeof LEAD_STATUSES)[number]

export const LEAD_PRIORITIES = ['high', 'medium', 'low'] as const
export type LeadPriority = (typeof LEAD_PRIORITIES)[number]

/** A household to call on, with the field names of the data API (docs/product 3.1). */
export type Lead = {
  id: string
  street_address: string
  postcode: string
  household_size: number | null
  /** Pounds as numeric text, such as `"1500"`. */
  voucher_value: string
  status: LeadStatus
  priority: LeadPriority
  contact_name: string | null
  contact_phone: string | null
  contact_email: string | null
  notes: string | null
  area: string | null
  /** UTC, ISO 8601. */
  created_at: string
  updated_at: string
}

/** Returns a lead's voucher in pounds, or 0 if the text is not a number. */
export function voucherOf(lead: Pick<Lead, 'voucher_value'>): Pounds {
  const amount = Number(lead.voucher_value)
  return Number.isFinite(amount) && amount > 0 ? amount : 0
}

/** Returns whether a lead was won. It can then be opened but not sold again. */
export const isSold = (lead: Pick<Lead, 'status'>) => lead.status === 'closed-won'

/** Returns `street, area, postcode`, as a sale names its place (docs/product 4.6). Leaves out empty parts. */
export function locationOf(lead: Pick<Lead, 'street_address' | 'postcode'>, localArea: string): string {
  return [lead.street_address, localArea, lead.postcode]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')
}

/** Returns a link that opens the maps service at the address, for a new tab. */
export function mapLink(lead: Pick<Lead, 'street_address' | 'postcode'>): string {
  const address = [lead.street_address, lead.postcode].filter(Boolean).join(', ')
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`
}
