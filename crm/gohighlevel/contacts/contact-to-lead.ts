import { z } from 'zod'
import { LEAD_PRIORITIES } from '#domain/lead/lead.ts'
import type { CrmLead } from '../../port.ts'
import { moment } from '../moment.ts'
import { nameOf } from './contact-name.ts'
import { type FieldKey, fieldValues, textOfField } from './custom-fields.ts'

const LARGEST_VOUCHER = 99_999_999
const LARGEST_HOUSEHOLD = 1_000
/**
 * Longer than any address, and short enough for an index. If the database refused one contact, the whole pull would
 * stop.
 */
const LONGEST_TEXT = 300

/** The tag of a household that asked us not to call (docs/product 16.5). */
const DO_NOT_KNOCK_TAG = 'do-not-knock'

/** Cuts a long text, but never within an emoji. */
const shortened = (text: string) => text.slice(0, LONGEST_TEXT).replace(/[\uD800-\uDBFF]$/, '')

const words = z
  .string()
  .transform((text) => shortened(text.trim()) || null)
  .nullish()
  .catch(null)

/** A contact as any call may return it. The search returns `address`, and sometimes only lower-case names. */
export const contactAnswer = z.object({
  id: z.string().min(1),
  firstName: words,
  lastName: words,
  name: words,
  contactName: words,
  firstNameLowerCase: words,
  lastNameLowerCase: words,
  email: words,
  phone: words,
  address: words,
  address1: words,
  city: words,
  postalCode: words,
  customFields: fieldValues,
  tags: z.array(z.string()).optional().catch(undefined),
  dateAdded: moment,
  dateUpdated: moment,
  searchAfter: z
    .array(z.union([z.string(), z.number()]))
    .optional()
    .catch(undefined),
})

export type ContactAnswer = z.infer<typeof contactAnswer>

/** Returns a contact as a lead. A value that makes no sense becomes null, so that it never replaces one of ours. */
export function contactToLead(contact: ContactAnswer, fieldIds: ReadonlyMap<string, string>): CrmLead {
  const field = (key: FieldKey<'contact'>) => {
    const text = textOfField(contact.customFields, fieldIds.get(key))
    return text && shortened(text)
  }
  return {
    contactId: contact.id,
    street_address: contact.address ?? contact.address1 ?? '',
    postcode: contact.postalCode ?? null,
    household_size: toHouseholdSize(field('contact.household_size')),
    voucher_value: toVoucher(field('contact.voucher_value')),
    priority: toPriority(field('contact.priority')),
    contact_name: nameOf(contact),
    contact_phone: contact.phone ?? null,
    contact_email: contact.email ?? null,
    notes: null,
    doNotKnock: contact.tags?.some((tag) => tag.toLowerCase() === DO_NOT_KNOCK_TAG),
    area: field('contact.area') ?? contact.city ?? null,
    createdAt: contact.dateAdded ?? contact.dateUpdated ?? new Date(0).toISOString(),
  }
}

function toHouseholdSize(text: string | null): number | null {
  if (text === null || !/^\d+(\.0+)?$/.test(text)) return null
  const people = Number(text)
  return people <= LARGEST_HOUSEHOLD ? people : null
}

/** Accepts `1500`, `1500.5` and `£1,500`. */
function toVoucher(text: string | null): string | null {
  const plain = (text ?? '').replace(/[£,\s]/g, '')
  if (!/^\d+(\.\d+)?$/.test(plain)) return null
  const pounds = Math.round(Number(plain) * 100) / 100
  return pounds <= LARGEST_VOUCHER ? String(pounds) : null
}

function toPriority(text: string | null): CrmLead['priority'] {
  return LEAD_PRIORITIES.find((priority) => priority === text?.toLowerCase()) ?? null
}
