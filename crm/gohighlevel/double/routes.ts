import type { Answer } from './answers.ts'
import { refusal } from './answers.ts'
import { findDuplicate, getContact, searchContacts, updateContact, upsertContact } from './contacts.ts'
import { faultsOf, findOperation } from './documents.ts'
import {
  addTags,
  completeTask,
  createNote,
  createTask,
  deleteEntry,
  listNotes,
  listTasks,
  removeTags,
} from './entries.ts'
import type { DoubleRequest } from './faults.ts'
import { getCustomFields, getLocation, getPipelines } from './location.ts'
import { createOpportunity, getOpportunity, searchOpportunities, updateOpportunity } from './opportunities.ts'
import { type DoubleState, LOCATION_ID } from './state.ts'

type Handler = (
  state: DoubleState,
  request: { id: string; entryId: string; query: never; body: never },
) => Answer

const HANDLERS: Record<string, Handler> = {
  'get-location': (state) => getLocation(state),
  'get-custom-fields': (state, { query }) => getCustomFields(state, query),
  'search-contacts': (state, { body }) => searchContacts(state, body),
  'find-duplicate-contact': (state, { query }) => findDuplicate(state, query),
  'upsert-contact': (state, { body }) => upsertContact(state, body),
  'get-contact': (state, { id }) => getContact(state, id),
  'update-contact': (state, { id, body }) => updateContact(state, id, body),
  'add-tags': (state, { id, body }) => addTags(state, id, body),
  'remove-tags': (state, { id, body }) => removeTags(state, id, body),
  'list-notes': (state, { id }) => listNotes(state, id),
  'create-note': (state, { id, body }) => createNote(state, id, body),
  'delete-note': (state, ids) => deleteEntry(state, 'notes', ids),
  'list-tasks': (state, { id }) => listTasks(state, id),
  'create-task': (state, { id, body }) => createTask(state, id, body),
  'complete-task': (state, { body, ...ids }) => completeTask(state, ids, body),
  'delete-task': (state, ids) => deleteEntry(state, 'tasks', ids),
  'get-pipelines': () => getPipelines(),
  'search-opportunities': (state, { query }) => searchOpportunities(state, query),
  'create-opportunity': (state, { body }) => createOpportunity(state, body),
  'get-opportunity': (state, { id }) => getOpportunity(state, id),
  'update-opportunity': (state, { id, body }) => updateOpportunity(state, id, body),
  'update-opportunity-status': (state, { id, body }) => updateOpportunity(state, id, body),
}

const VERSIONS = ['2021-04-15', '2021-07-28', '2023-02-21', 'v3']

/** Carries out a request and returns the response, as GoHighLevel would. */
export function answerRequest(state: DoubleState, token: string, request: DoubleRequest): Answer {
  const { method, path, query, body, headers } = request
  if (headers.version === undefined) return refusal(401, 'version header was not found.')
  if (!VERSIONS.includes(String(headers.version))) return refusal(401, 'version header is invalid')
  if (headers.authorization !== `Bearer ${token}`) return refusal(401, 'Invalid Private Integration token')
  const found = findOperation(method, path)
  if (!found) return refusal(404, `Cannot ${method} ${path}`)
  const { operation, id, entryId } = found
  if (state.missingScopes.has(operation.scope))
    return refusal(401, 'The token is not authorized for this scope.')
  const faults = faultsOf(request)
  if (faults.length > 0) return refusal(422, faults)
  if (namesOtherLocation(operation.name, id, { ...query, ...(body as object | undefined) }))
    return refusal(403, 'The token does not have access to this location.')
  const given = { id, entryId, query: query as never, body: body as never }
  return HANDLERS[operation.name]?.(state, given) as Answer
}

const namesOtherLocation = (
  operation: string,
  id: string,
  { locationId = LOCATION_ID, location_id = LOCATION_ID }: { locationId?: string; location_id?: string },
) =>
  locationId !== LOCATION_ID ||
  location_id !== LOCATION_ID ||
  (['get-location', 'get-custom-fields'].includes(operation) && id !== LOCATION_ID)
