import { z } from 'zod'
import type { ContactEntry } from '#domain/street/contact-entries.ts'
import type { CrmContactEntries, CrmResult } from '../../port.ts'
import { type GhlFailure, isUnanswered, saysThereIsNone, unreadable } from '../http/answer-to-failure.ts'
import type { Call } from '../http/client.ts'
import type { Connection } from '../http/connection.ts'
import {
  addTag,
  deleteEntry,
  listEntries,
  postNote,
  postTask,
  putTaskCompleted,
  removeTag,
} from '../http/entry-requests.ts'
import { getContact } from '../http/requests.ts'

const entry = z.object({ id: z.string().min(1), body: z.string().nullish() })
const LISTED = {
  note: z.object({ notes: z.array(entry) }).transform(({ notes }) => notes),
  task: z.object({ tasks: z.array(entry) }).transform(({ tasks }) => tasks),
}
const CREATED = {
  note: z.object({ note: entry }).transform(({ note }) => note.id),
  task: z.object({ task: entry }).transform(({ task }) => task.id),
}
const tagged = z.object({ contact: z.object({ tags: z.array(z.string()) }) })

type Signal = AbortSignal | undefined
type Named = Pick<ContactEntry, 'kind' | 'key'>
type Written = Exclude<ContactEntry, { kind: 'tag' }>

/** Returns the line that marks what we created, because GoHighLevel has no idempotency keys (decision 44). */
const markerOf = (visitId: string) => `Doorstep visit ${visitId}`

/** `Crm.entries`. */
export const contactEntries = (connection: Connection): CrmContactEntries => ({
  find: (contactId, { kind, key }, signal) =>
    kind === 'tag'
      ? findTag(connection, contactId, key, signal)
      : findByMarker(connection, contactId, { kind, key }, signal),
  create: (contactId, entry, signal) =>
    entry.kind === 'tag'
      ? createTag(connection, contactId, entry.key, signal)
      : createWritten(connection, contactId, entry, signal),
  remove: (contactId, { kind, id }, signal) =>
    kind === 'tag'
      ? doneOrGone(connection, removeTag(contactId, id, signal))
      : doneOrGone(connection, deleteEntry(contactId, { kind, id }, signal)),
  markTask: (contactId, { id, isDone }, signal) =>
    doneOrGone(connection, putTaskCompleted(contactId, { id, completed: isDone }, signal)),
})

async function findTag(
  { client }: Connection,
  contactId: string,
  tag: string,
  signal: Signal,
): Promise<CrmResult<string | null>> {
  const answered = await client.call(getContact(contactId, signal))
  if (!answered.ok) return noContact(answered.failure)
  const tags = tagged.safeParse(answered.value).data?.contact.tags
  if (!tags) return unreadable('tags')
  return { ok: true, value: tags.some((held) => held.toLowerCase() === tag) ? tag : null }
}

/** Returns the id of the entry with our marker. Waits first, until the list shows what an unanswered call created. */
async function findByMarker(
  { client, unsettled }: Connection,
  contactId: string,
  { kind, key }: Named & { kind: 'note' | 'task' },
  signal: Signal,
): Promise<CrmResult<string | null>> {
  await unsettled.settled(entriesAt(contactId), signal)
  const answered = await client.call(listEntries(contactId, kind, signal))
  if (!answered.ok) return noContact(answered.failure)
  const listed = LISTED[kind].safeParse(answered.value).data
  if (!listed) return unreadable(`${kind}s`)
  return { ok: true, value: listed.find(({ body }) => body?.includes(markerOf(key)))?.id ?? null }
}

/** Returns a key that differs from that of the contact's opportunities, which have a separate search. */
const entriesAt = (contactId: string) => `entries at ${contactId}`

/**
 * Reports a refused GET as `not-found`. How GoHighLevel refuses an unknown id is not documented, but nothing else in a
 * GET can be wrong.
 */
const noContact = (failure: GhlFailure): CrmResult<never> => ({
  ok: false,
  failure: saysThereIsNone(failure) ? { ...failure, code: 'not-found' } : failure,
})

async function createTag(
  { client }: Connection,
  contactId: string,
  tag: string,
  signal: Signal,
): Promise<CrmResult<string>> {
  const answered = await client.call(addTag(contactId, tag, signal))
  return answered.ok ? { ok: true, value: tag } : answered
}

async function createWritten(
  { client, unsettled }: Connection,
  contactId: string,
  entry: Written,
  signal: Signal,
): Promise<CrmResult<string>> {
  const answered = await client.call(creationOf(contactId, entry, signal))
  const id = answered.ok ? CREATED[entry.kind].safeParse(answered.value).data : undefined
  if (id !== undefined) return { ok: true, value: id }
  const { failure } = answered.ok ? unreadable(entry.kind) : answered
  if (!isUnanswered(failure)) return { ok: false, failure }
  return { ok: false, failure: { ...failure, retryAfterMs: unsettled.record(entriesAt(contactId)) } }
}

function creationOf(contactId: string, entry: Written, signal: Signal): Call {
  const body = `${entry.body}\n\n${markerOf(entry.key)}`.trim()
  if (entry.kind === 'note') return postNote(contactId, { body }, signal)
  const { title, dueAt: dueDate, isDone: completed } = entry
  return postTask(contactId, { title, body, dueDate, completed }, signal)
}

async function doneOrGone({ client }: Connection, call: Call): Promise<CrmResult<void>> {
  const answered = await client.call(call)
  if (answered.ok || saysThereIsNone(answered.failure)) return { ok: true, value: undefined }
  return answered
}
