import { z } from 'zod'
import { nothing, type Operation, text } from './operation.ts'

const tags = z.strictObject({ tags: z.array(z.string()) })
const note = z.strictObject({
  body: text,
  userId: text.optional(),
  title: text.optional(),
  color: text.optional(),
  pinned: z.boolean().optional(),
})
const task = z.strictObject({
  title: text,
  dueDate: z.iso.datetime(),
  completed: z.boolean(),
  body: z.string().optional(),
  assignedTo: text.optional(),
})

/** The calls about a contact's tags, notes and tasks, and what the documentation allows in them. */
export const ENTRY_OPERATIONS: readonly Operation[] = [
  {
    name: 'add-tags',
    method: 'POST',
    path: /^\/contacts\/([^/]+)\/tags$/,
    scope: 'contacts.write',
    query: nothing,
    body: tags,
  },
  {
    name: 'remove-tags',
    method: 'DELETE',
    path: /^\/contacts\/([^/]+)\/tags$/,
    scope: 'contacts.write',
    query: nothing,
    body: tags,
  },
  {
    name: 'list-notes',
    method: 'GET',
    path: /^\/contacts\/([^/]+)\/notes$/,
    scope: 'contacts.readonly',
    query: nothing,
  },
  {
    name: 'create-note',
    method: 'POST',
    path: /^\/contacts\/([^/]+)\/notes$/,
    scope: 'contacts.write',
    query: nothing,
    body: note,
  },
  {
    name: 'delete-note',
    method: 'DELETE',
    path: /^\/contacts\/([^/]+)\/notes\/([^/]+)$/,
    scope: 'contacts.write',
    query: nothing,
  },
  {
    name: 'list-tasks',
    method: 'GET',
    path: /^\/contacts\/([^/]+)\/tasks$/,
    scope: 'contacts.readonly',
    query: nothing,
  },
  {
    name: 'create-task',
    method: 'POST',
    path: /^\/contacts\/([^/]+)\/tasks$/,
    scope: 'contacts.write',
    query: nothing,
    body: task,
  },
  {
    name: 'complete-task',
    method: 'PUT',
    path: /^\/contacts\/([^/]+)\/tasks\/([^/]+)\/completed$/,
    scope: 'contacts.write',
    query: nothing,
    body: z.strictObject({ completed: z.boolean() }),
  },
  {
    name: 'delete-task',
    method: 'DELETE',
    path: /^\/contacts\/([^/]+)\/tasks\/([^/]+)$/,
    scope: 'contacts.write',
    query: nothing,
  },
]
