import { z } from 'zod'
import { parseJson } from '#domain/kernel/parse-json.ts'
import type { CrmLead, CrmLeadPage, CrmPull, CrmResult } from '../../port.ts'
import { saysThereIsNone, unreadable } from '../http/answer-to-failure.ts'
import type { Connection } from '../http/connection.ts'
import { getContact, searchContacts } from '../http/requests.ts'
import { type ContactAnswer, contactAnswer, contactToLead } from './contact-to-lead.ts'
import { isWalkIn } from './walk-ins.ts'

const CONTACTS_A_PAGE = 100

const contactPage = z.object({
  contacts: z.array(z.unknown()),
  total: z.number().nullish().catch(null),
})
const oneContact = z.object({ contact: contactAnswer })
const searchAfter = z.array(z.union([z.string(), z.number()])).min(1)
/** Where to resume a pull, and how many contacts that we created came before. */
const cursor = z.object({ searchAfter, leftOut: z.number() })

type SearchAfter = z.infer<typeof searchAfter>
type ContactPage = { contacts: ContactAnswer[]; next: SearchAfter | null; total: number | null }

/**
 * `Crm.pullLeads`, oldest change first. Requests the next page while the caller stores the current one. GoHighLevel's
 * total includes the contacts that we created. We subtract them as we find them, so the total of the last page is the
 * number of leads.
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
    const from = after === null ? null : cursor.parse(parseJson(after))
    const read = (start: SearchAfter | null) => {
      const page = readPage(connection, start, { since, signal: stopped })
      // If the caller has stopped, nothing awaits this failure.
      page.catch(() => undefined)
      return page
    }
    const starts = new Set([JSON.stringify(from?.searchAfter ?? null)])
    const walkIns = new Set<string>()
    let ahead: Promise<CrmResult<ContactPage>> | undefined = read(from?.searchAfter ?? null)
    while (ahead) {
      const page: CrmResult<ContactPage> = await ahead
      if (!page.ok) return yield page
      const next: SearchAfter | null = starts.has(JSON.stringify(page.value.next)) ? null : page.value.next
      starts.add(JSON.stringify(next))
      ahead = next === null ? undefined : read(next)
      for (const { id } of page.value.contacts.filter(isWalkIn)) walkIns.add(id)
      const leftOut = (from?.leftOut ?? 0) + walkIns.size
      yield { ok: true, value: toLeadPage({ ...page.value, next }, leftOut, fieldIds.value) }
    }
  } finally {
    stop.abort()
  }
}

async function readPage(
  { client, settings }: Connection,
  start: SearchAfter | null,
  { since, signal }: Omit<CrmPull, 'after'>,
): Promise<CrmResult<ContactPage>> {
  const { locationId, leadTag } = settings
  const search = searchContacts(
    {
      locationId,
      pageLimit: CONTACTS_A_PAGE,
      filters: [
        ...(leadTag ? [{ field: 'tags' as const, operator: 'contains' as const, value: leadTag }] : []),
        ...(since ? [changedSince(since)] : []),
      ],
      sort: [{ field: 'dateUpdated', direction: 'asc' }],
      ...(start ? { searchAfter: start } : {}),
    },
    signal,
  )
  const answered = await client.call(search)
  if (!answered.ok) return answered
  const page = contactPage.safeParse(answered.value).data
  if (!page) return unreadable('contacts')
  const contacts = page.contacts.flatMap((contact) => contactAnswer.safeParse(contact).data ?? [])
  const isFull = page.contacts.length >= CONTACTS_A_PAGE
  const next = (isFull && contacts.at(-1)?.searchAfter) || null
  return { ok: true, value: { contacts, next, total: page.total ?? null } }
}

function toLeadPage(
  { contacts, next, total }: ContactPage,
  leftOut: number,
  fieldIds: ReadonlyMap<string, string>,
): CrmLeadPage {
  return {
    leads: contacts.filter((one) => !isWalkIn(one)).map((one) => contactToLead(one, fieldIds)),
    next: next && JSON.stringify({ searchAfter: next, leftOut }),
    total: total === null ? null : total - leftOut,
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
  if (!answered.ok) return saysThereIsNone(answered.failure) ? { ok: true, value: null } : answered
  const contact = oneContact.safeParse(answered.value).data?.contact
  if (!contact) return unreadable('contact')
  const isTagged = hasTag(contact, settings.leadTag)
  // A contact without tags has an empty list, so a missing list is an error.
  if (isTagged === undefined) return unreadable('tags')
  const isLead = isTagged && !isWalkIn(contact)
  return { ok: true, value: isLead ? contactToLead(contact, fieldIds.value) : null }
}

const hasTag = ({ tags }: ContactAnswer, tag: string | undefined) =>
  tag === undefined || tags?.some((held) => held.toLowerCase() === tag.toLowerCase())
