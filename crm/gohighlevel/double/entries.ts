import { type Answer, ok, refusal, unknownId } from './answers.ts'
import type { DoubleContact } from './sample-contacts.ts'
import type { DoubleNote, DoubleState, DoubleTask } from './state.ts'

type OfContact = (contact: DoubleContact) => Answer
type Ids = { id: string; entryId: string }

const at = (state: DoubleState, contactId: string, then: OfContact): Answer => {
  const contact = state.contacts.get(contactId)
  return contact ? then(contact) : unknownId(state.goneIds, 'contact')
}

/** `POST /contacts/{id}/tags`. Stores tags in lower case. */
export const addTags = (state: DoubleState, id: string, { tags }: { tags: string[] }): Answer =>
  at(state, id, (contact) => {
    contact.tags = [...new Set([...contact.tags, ...tags.map((tag) => tag.toLowerCase())])]
    contact.dateUpdated = state.tick()
    return ok({ tags: contact.tags }, 201)
  })

/** `DELETE /contacts/{id}/tags`. */
export const removeTags = (state: DoubleState, id: string, { tags }: { tags: string[] }): Answer =>
  at(state, id, (contact) => {
    const removed = tags.map((tag) => tag.toLowerCase())
    contact.tags = contact.tags.filter((tag) => !removed.includes(tag))
    contact.dateUpdated = state.tick()
    return ok({ tags: contact.tags })
  })

/** `GET /contacts/{id}/notes`. */
export const listNotes = (state: DoubleState, id: string): Answer =>
  at(state, id, () => ok({ notes: of(state.notes, id) }))

/** `POST /contacts/{id}/notes`. */
export const createNote = (state: DoubleState, id: string, { body }: { body: string }): Answer =>
  at(state, id, () => {
    const moment = state.tick()
    const note = { id: `note-${moment}`, contactId: id, body, dateAdded: new Date(moment).toISOString() }
    state.notes.set(note.id, note)
    return ok({ note }, 201)
  })

/** `GET /contacts/{id}/tasks`. */
export const listTasks = (state: DoubleState, id: string): Answer =>
  at(state, id, () => ok({ tasks: of(state.tasks, id) }))

/** `POST /contacts/{id}/tasks`. */
export const createTask = (
  state: DoubleState,
  id: string,
  input: Pick<DoubleTask, 'title' | 'body' | 'dueDate' | 'completed'>,
): Answer =>
  at(state, id, () => {
    const task = { ...input, id: `task-${state.tick()}`, contactId: id }
    state.tasks.set(task.id, task)
    return ok({ task }, 201)
  })

/** `PUT /contacts/{id}/tasks/{taskId}/completed`. */
export const completeTask = (
  state: DoubleState,
  { id, entryId }: Ids,
  { completed }: { completed: boolean },
): Answer =>
  at(state, id, () => {
    const task = state.tasks.get(entryId)
    if (task?.contactId !== id) return refusal(404, 'Task not found.')
    task.completed = completed
    return ok({ task })
  })

/** `DELETE /contacts/{id}/notes/{noteId}` and `…/tasks/{taskId}`. */
export const deleteEntry = (state: DoubleState, list: 'notes' | 'tasks', { id, entryId }: Ids): Answer =>
  at(state, id, () => {
    const entries: Map<string, DoubleNote | DoubleTask> = state[list]
    if (entries.get(entryId)?.contactId !== id)
      return refusal(404, `${list === 'notes' ? 'Note' : 'Task'} not found.`)
    entries.delete(entryId)
    return ok({ succeded: true })
  })

const of = <Entry extends { contactId: string }>(entries: ReadonlyMap<string, Entry>, contactId: string) =>
  [...entries.values()].filter((entry) => entry.contactId === contactId)
