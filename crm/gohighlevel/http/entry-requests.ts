import { z } from 'zod'
import type { EntryKind } from '#domain/street/contact-entries.ts'
import type { Call } from './client.ts'

/*
 * The calls about a contact's tags, notes and tasks. We never send tags in an upsert, because it would overwrite those
 * of the office. We never send `dnd`, because it is about messages and not about visits.
 */

const text = z.string().min(1)
const tags = z.strictObject({ tags: z.tuple([text]) })
const note = z.strictObject({ body: text })
const task = z.strictObject({
  title: text,
  body: text,
  dueDate: z.iso.datetime(),
  completed: z.boolean(),
})

type Signal = AbortSignal | undefined

const LISTS: Record<EntryKind, string> = { tag: 'tags', note: 'notes', task: 'tasks' }

const listPath = (contactId: string, kind: EntryKind) =>
  `/contacts/${encodeURIComponent(contactId)}/${LISTS[kind]}`
const entryPath = (contactId: string, kind: EntryKind, id: string) =>
  `${listPath(contactId, kind)}/${encodeURIComponent(id)}`

export const listEntries = (contactId: string, kind: 'note' | 'task', signal: Signal): Call => ({
  method: 'GET',
  path: listPath(contactId, kind),
  signal,
})

export const addTag = (contactId: string, tag: string, signal: Signal): Call => ({
  method: 'POST',
  path: listPath(contactId, 'tag'),
  body: tags.parse({ tags: [tag] }),
  signal,
})

export const removeTag = (contactId: string, tag: string, signal: Signal): Call => ({
  method: 'DELETE',
  path: listPath(contactId, 'tag'),
  body: tags.parse({ tags: [tag] }),
  signal,
})

export const postNote = (contactId: string, body: z.infer<typeof note>, signal: Signal): Call => ({
  method: 'POST',
  path: listPath(contactId, 'note'),
  body: note.parse(body),
  signal,
})

export const postTask = (contactId: string, body: z.infer<typeof task>, signal: Signal): Call => ({
  method: 'POST',
  path: listPath(contactId, 'task'),
  body: task.parse(body),
  signal,
})

export const deleteEntry = (
  contactId: string,
  { kind, id }: { kind: 'note' | 'task'; id: string },
  signal: Signal,
): Call => ({ method: 'DELETE', path: entryPath(contactId, kind, id), signal })

export const putTaskCompleted = (
  contactId: string,
  { id, completed }: { id: string; completed: boolean },
  signal: Signal,
): Call => ({
  method: 'PUT',
  path: `${entryPath(contactId, 'task', id)}/completed`,
  body: { completed },
  signal,
})
