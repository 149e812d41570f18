import type { Crm, CrmResult } from '#crm/port.ts'
import { success } from '#domain/kernel/result.ts'
import type { EntryStep, RecordedEntry } from '#domain/street/entry-steps.ts'
import type { Db } from '../../db/schema.ts'
import {
  announceEntry,
  forgetEntry,
  recordEntry,
  recordMark,
  type VisitedContact,
} from './visits-in-crm.queries.ts'

export type StepContext = {
  db: Db
  crm: Pick<Crm, 'entries'>
  contact: VisitedContact
  signal: AbortSignal
}

type Create = Extract<EntryStep, { do: 'create' }>
type Mark = Extract<EntryStep, { do: 'mark' }>

const DONE: CrmResult<void> = success(undefined)

/**
 * Takes one step in the CRM and records it. If the process is killed between any two lines, a repeat finds what the CRM
 * has and does the rest.
 */
export function takeStep(step: EntryStep, given: StepContext): Promise<CrmResult<void>> {
  if (step.do === 'create') return create(step, given)
  return step.do === 'remove' ? remove(step.entry, given) : mark(step, given)
}

async function create({ entry, mayExist }: Create, given: StepContext): Promise<CrmResult<void>> {
  const { db, crm, contact, signal } = given
  const isTag = entry.kind === 'tag'
  // A tag that we announced was not there before, so it is ours, and adding it again does no harm.
  const found = isTag && mayExist ? success(null) : await crm.entries.find(contact.contactId, entry, signal)
  if (!found.ok) return found
  if (found.value !== null) {
    await recordEntry(db, contact, { ...entry, id: found.value, isOurs: !isTag })
    return DONE
  }
  signal.throwIfAborted()
  // The lead may have been erased meanwhile.
  if (!(await announceEntry(db, contact, entry))) return DONE
  const created = await crm.entries.create(contact.contactId, entry, signal)
  if (!created.ok) return created
  await recordEntry(db, contact, { ...entry, id: created.value, isOurs: true })
  return DONE
}

async function remove(entry: RecordedEntry, given: StepContext): Promise<CrmResult<void>> {
  const { db, contact, signal } = given
  const removed = entry.isOurs ? await removeOurs(entry, given) : DONE
  if (!removed.ok && removed.failure.code !== 'not-found') return removed
  signal.throwIfAborted()
  await forgetEntry(db, contact, entry)
  return DONE
}

/** Removes our own entry. If the answer to its creation was lost, first finds out whether it exists. */
async function removeOurs(entry: RecordedEntry, given: StepContext): Promise<CrmResult<void>> {
  const { db, crm, contact, signal } = given
  const { kind, key } = entry
  // Unlike a note or a task, a tag may be wanted again before the removal is repeated.
  if (kind === 'tag') await announceEntry(db, contact, entry)
  const known = entry.id ?? (kind === 'tag' ? key : null)
  const found = known === null ? await crm.entries.find(contact.contactId, entry, signal) : success(known)
  if (!found.ok || found.value === null) return found.ok ? DONE : found
  return crm.entries.remove(contact.contactId, { kind, id: found.value }, signal)
}

async function mark({ entry, isDone }: Mark, given: StepContext): Promise<CrmResult<void>> {
  const { db, crm, contact, signal } = given
  await recordMark(db, contact, entry, null)
  const marked = await crm.entries.markTask(contact.contactId, { id: entry.id, isDone }, signal)
  if (marked.ok) await recordMark(db, contact, entry, isDone)
  return marked
}
