import type { ContactEntry, EntryKind } from './contact-entries.ts'

/**
 * Our record of an entry at a contact. `id` is the CRM's. It is null if we began to create the entry, or to remove a
 * tag, but recorded no answer; the contact may then have it. `isOurs` is false for a tag that the contact had before.
 * `isDone` is null if we began to mark it but recorded no answer.
 */
export type RecordedEntry = {
  kind: EntryKind
  key: string
  id: string | null
  isOurs: boolean
  isDone: boolean | null
}

/** One step towards what a contact should have. */
export type EntryStep =
  | { do: 'create'; entry: ContactEntry; mayExist: boolean }
  | { do: 'remove'; entry: RecordedEntry }
  | { do: 'mark'; entry: RecordedEntry & { id: string }; isDone: boolean }

/**
 * Returns the steps from what a contact has, by our record, to what it should have, the most urgent first. A call-back
 * that was settled before the CRM had it makes no task.
 */
export function stepsTo(wanted: readonly ContactEntry[], recorded: readonly RecordedEntry[]): EntryStep[] {
  const known = new Map(recorded.map((entry) => [nameOf(entry), entry]))
  const kept = new Set(wanted.map(nameOf))
  return [
    ...recorded
      .filter((entry) => !kept.has(nameOf(entry)))
      .map((entry) => ({ do: 'remove' as const, entry })),
    ...wanted.flatMap((entry) => stepsOf(entry, known.get(nameOf(entry)))),
  ]
}

const nameOf = ({ kind, key }: { kind: EntryKind; key: string }) => `${kind} ${key}`

function stepsOf(wanted: ContactEntry, recorded: RecordedEntry | undefined): EntryStep[] {
  const isDone = wanted.kind === 'task' && wanted.isDone
  if (recorded && recorded.id !== null) {
    const { id } = recorded
    return recorded.isDone === isDone ? [] : [{ do: 'mark', entry: { ...recorded, id }, isDone }]
  }
  if (isDone) return recorded ? [{ do: 'remove', entry: recorded }] : []
  return [{ do: 'create', entry: wanted, mayExist: recorded !== undefined }]
}
