import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CrmResult, CrmSale } from '../../port.ts'
import { saysThereIsNone, unreadable } from '../http/answer-to-failure.ts'
import type { Connection } from '../http/connection.ts'
import { findDuplicateContact, upsertContact } from '../http/requests.ts'
import type { ContactAnswer } from './contact-to-lead.ts'

/** A domain that can never receive mail (RFC 2606). */
const NO_MAIL = '@doorstep.invalid'
/** A session id that is also a valid mailbox name. Clients other than the phone may choose any session id. */
const MAILBOX = /^[\w-]{1,64}$/

/** What GoHighLevel accepts as a phone number; agents may type anything. */
const PHONE = /^\+?[\d ()-]{7,20}$/

const found = z.object({ contact: z.object({ id: z.string().min(1) }).nullish() })
const upserted = z.object({ contact: z.object({ id: z.string().min(1) }) })

/**
 * Returns an email for a customer who has not given one, so that GoHighLevel recognises the contact. Without it, a
 * lost response would lead to a second contact (decision 10).
 */
const standInEmail = (sessionId: string) =>
  `${MAILBOX.test(sessionId) ? sessionId.toLowerCase() : hashOf(sessionId)}${NO_MAIL}`

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns whether we created this contact for a sale. Such a contact is not a lead. */
export const isWalkIn = ({ email }: Pick<ContactAnswer, 'email'>) =>
  email?.toLowerCase().endsWith(NO_MAIL) ?? false

/**
 * Returns the id of the contact for a sale whose lead the CRM does not know. If there is no contact from an earlier
 * try, GoHighLevel finds or creates one by the email and phone of the lead or, if those are missing, of the customer.
 * If email and phone belong to two contacts, GoHighLevel picks one.
 */
export async function ensureWalkIn(
  connection: Connection,
  sale: CrmSale,
  signal: AbortSignal | undefined,
): Promise<CrmResult<string>> {
  const known = reachedAt(sale)
  const isKnown = Object.keys(known).length > 0
  if (isKnown) {
    const earlier = await findWalkIn(connection, sale.sessionId, signal)
    if (!earlier.ok) return earlier
    if (earlier.value !== null) return { ok: true, value: earlier.value }
  }
  const { client, settings } = connection
  const answered = await client.call(
    upsertContact(
      {
        locationId: settings.locationId,
        ...namesOf(sale),
        ...(isKnown ? known : { email: standInEmail(sale.sessionId) }),
        ...addressOf(sale),
      },
      signal,
    ),
  )
  if (!answered.ok) return answered
  const id = upserted.safeParse(answered.value).data?.contact.id
  return id === undefined ? unreadable('contact') : { ok: true, value: id }
}

const isEmail = (text: string | null | undefined) => z.email().safeParse(text).success
const isPhone = (text: string | null | undefined) => PHONE.test(text ?? '')

/** Returns the email and phone. Those of the lead come first, because they are the same for all of its sales. */
function reachedAt({ lead, customerEmail, customerPhone }: CrmSale) {
  const email = [lead?.contact_email, customerEmail].find(isEmail)
  const phone = [lead?.contact_phone, customerPhone].find(isPhone)
  return { ...(email ? { email } : {}), ...(phone ? { phone } : {}) }
}

/** Returns the name, if possible that of the person to whom the email or phone belongs. */
function namesOf({ customerName, lead, location }: CrmSale) {
  const isLeads = isEmail(lead?.contact_email) || isPhone(lead?.contact_phone)
  const names = isLeads ? [lead?.contact_name, customerName] : [customerName, lead?.contact_name]
  const name = [...names, location].find((one) => one?.trim()) ?? 'Walk-in customer'
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

function addressOf({ lead, location }: CrmSale) {
  const street = lead?.street_address ?? location
  return {
    ...(street ? { address1: street } : {}),
    ...(lead?.postcode ? { postalCode: lead.postcode } : {}),
  }
}

/**
 * Returns the id of the contact that we created for a sale without customer details, or null. How GoHighLevel reports
 * an unknown email is not documented, so a refused search also returns null.
 */
export async function findWalkIn(
  { client, settings }: Connection,
  sessionId: string,
  signal: AbortSignal | undefined,
): Promise<CrmResult<string | null>> {
  const lookup = findDuplicateContact(settings.locationId, standInEmail(sessionId), signal)
  const answered = await client.call(lookup)
  if (!answered.ok) return saysThereIsNone(answered.failure) ? { ok: true, value: null } : answered
  return { ok: true, value: found.safeParse(answered.value).data?.contact?.id ?? null }
}
