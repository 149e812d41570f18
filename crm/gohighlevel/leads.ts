import { z } from 'zod'
import type { CrmLead, CrmLeadPage, CrmPull, CrmResult } from '../port.ts'
import { unreadable } from './answer-to-failure.ts'
import type { Connection } from './connection.ts'
import { type ContactAnswer, contactAnswer, contactToLead } from './contact-to-lead.ts'
import { getContact, searchContacts } from './requests.ts'
import { isWalkIn } from './walk-ins.ts'

const CONTACTS_A_PAGE = 100

const contactPage = z.object({
  contacts: z.array(z.unknown()),
  total: z.number().nullish().catch(null),
})
const oneContact = z.object({ contact: contactAnswer })
const cursor = z.array(z.union([z.string(), z.number()])).min(1)

/**
 * `Crm.pullLeads`, oldest change first. The next page is asked for while the last one is being stored: its cursor
 * is known as soon as the page is read.
 */
export async function* pullLeads(
  connection: Connection,
  { since, after, signal }: CrmPull,
): AsyncIterable<CrmResult<CrmLeadPage>> {
  const stop = new AbortController()
  const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  try {
    const fieldIds = await connection.fields.idsOf('contact', stopped)
    if (!fieldIds.ok) return yield fieldIds
    const read = (from: string | null) => {
      const page = readPage(connection, { since, after: from, signal: stopped }, fieldIds.value)
      // Nobody may be waiting any more when it fails.
      page.catch(() => undefined)
      return page
    }
    const seen = new Set([after])
    let ahead: Promise<CrmResult<CrmLeadPage>> | undefined = read(after)
    while (ahead) {
      const page: CrmResult<CrmLeadPage> = await ahead
      if (!page.ok) return yield page
      const next: string | null = seen.has(page.value.next) ? null : page.value.next
      seen.add(next)
      ahead = next === null ? undefined : read(next)
      yield { ok: true, value: { ...page.value, next } }
    }
  } finally {
    stop.abort()
  }
}

async function readPage(
  { client, settings }: Connection,
  { since, after, signal }: CrmPull,
  fieldIds: ReadonlyMap<string, string>,
): Promise<CrmResult<CrmLeadPage>> {
  const { locationId, leadTag } = settings
  const searchAfter = after === null ? undefined : cursor.parse(JSON.parse(after))
  const search = searchContacts(
    {
      locationId,
      pageLimit: CONTACTS_A_PAGE,
      filters: [
        ...(leadTag ? [{ field: 'tags' as const, operator: 'contains' as const, value: leadTag }] : []),
        ...(since ? [changedSince(since)] : []),
      ],
      sort: [{ field: 'dateUpdated', direction: 'asc' }],
      ...(searchAfter ? { searchAfter } : {}),
    },
    signal,
  )
  const answered = await client.call(search)
  if (!answered.ok) return answered
  const page = contactPage.safeParse(answered.value).data
  if (!page) return unreadable('contacts')
  const contacts = page.contacts.flatMap((contact) => contactAnswer.safeParse(contact).data ?? [])
  const last = contacts.at(-1)?.searchAfter
  const isFull = page.contacts.length >= CONTACTS_A_PAGE
  const leads = contacts.filter((contact) => !isWalkIn(contact)).map((one) => contactToLead(one, fieldIds))
  return {
    ok: true,
    value: { leads, next: isFull && last ? JSON.stringify(last) : null, total: page.total ?? null },
  }
}

const changedSince = (since: string) => ({
  field: 'dateUpdated' as const,
  operator: 'range' as const,
  value: { gte: new Date(since).toISOString() },
})

/** `Crm.readLead`. */
export async function readLead(
  { client, settings, fields }: Connection,
  contactId: string,
  signal?: AbortSignal,
): Promise<CrmResult<CrmLead | null>> {
  const fieldIds = await fields.idsOf('contact', signal)
  if (!fieldIds.ok) return fieldIds
  const answered = await client.call(getContact(contactId, signal))
  if (!answered.ok) return answered.failure.code === 'not-found' ? { ok: true, value: null } : answered
  const contact = oneContact.safeParse(answered.value).data?.contact
  if (!contact) return unreadable('contact')
  const isLead = !isWalkIn(contact) && hasTag(contact, settings.leadTag)
  return { ok: true, value: isLead ? contactToLead(contact, fieldIds.value) : null }
}

const hasTag = ({ tags }: ContactAnswer, tag: string | undefined) =>
  tag === undefined || tags.some((held) => held.toLowerCase() === tag.toLowerCase())
