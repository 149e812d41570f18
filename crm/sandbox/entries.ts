import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ContactEntry } from '#domain/street/contact-entries.ts'
import type { CrmContactEntries, CrmResult } from '../port.ts'
import type { ContactEntryRow, SandboxTables } from './schema.ts'

type SandboxDb = Kysely<SandboxTables>

const done = <Value>(value: Value): CrmResult<Value> => ({ ok: true, value })
const NO_CONTACT: CrmResult<never> = {
  ok: false,
  failure: { code: 'not-found', retry: 'never', status: 404, message: 'The contact was not found.' },
}

/** `Crm.entries`. A contact in the sandbox has one entry per kind and key, however often it is created. */
export const contactEntries = (db: SandboxDb): CrmContactEntries => ({
  async find(contactId, entry) {
    return (await hasContact(db, contactId)) ? done(await findId(db, contactId, entry)) : NO_CONTACT
  },

  async create(contactId, entry) {
    if (!(await hasContact(db, contactId))) return NO_CONTACT
    const created = rowOf(contactId, entry)
    await db
      .insertInto('contact_entries')
      .values(created)
      .onConflict((conflict) => conflict.columns(['contact_id', 'kind', 'key']).doNothing())
      .execute()
    return done((await findId(db, contactId, entry)) ?? created.id)
  },

  async remove(contactId, { kind, id }) {
    await db
      .deleteFrom('contact_entries')
      .where('contact_id', '=', contactId)
      .where('kind', '=', kind)
      .where(kind === 'tag' ? 'key' : 'id', '=', id)
      .execute()
    return done(undefined)
  },

  async markTask(contactId, { id, isDone }) {
    await db
      .updateTable('contact_entries')
      .set({ is_done: isDone })
      .where('contact_id', '=', contactId)
      .where('id', '=', id)
      .execute()
    return done(undefined)
  },
})

async function hasContact(db: SandboxDb, id: string): Promise<boolean> {
  const contact = await db.selectFrom('contacts').select('id').where('id', '=', id).executeTakeFirst()
  return contact !== undefined
}

async function findId(
  db: SandboxDb,
  contactId: string,
  { kind, key }: Pick<ContactEntry, 'kind' | 'key'>,
): Promise<string | null> {
  const found = await db
    .selectFrom('contact_entries')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  return found ? (kind === 'tag' ? key : found.id) : null
}

function rowOf(contactId: string, entry: ContactEntry): ContactEntryRow {
  const { kind, key } = entry
  return {
    id: randomUUID(),
    contact_id: contactId,
    kind,
    key,
    title: kind === 'task' ? entry.title : null,
    body: kind === 'tag' ? null : entry.body,
    due_at: kind === 'task' ? entry.dueAt : null,
    is_done: kind === 'task' && entry.isDone,
  }
}
