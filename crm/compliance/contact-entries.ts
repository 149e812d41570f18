import { expect, test } from 'vitest'
import type { ContactEntry } from '#domain/street/contact-entries.ts'
import { need, type TestedCrm } from './tested-crm.ts'

const ENTRIES = [
  { kind: 'tag', key: 'refused' },
  { kind: 'note', key: '00000000-0000-4000-8000-000000000001', body: 'Refused' },
  {
    kind: 'task',
    key: '00000000-0000-4000-8000-000000000002',
    title: 'Call back',
    body: '',
    dueAt: '2026-07-03T17:00:00.000Z',
    isDone: false,
  },
] as const satisfies ContactEntry[]

/** Adds the tests of tags, notes and tasks. */
export function testContactEntries(tested: () => TestedCrm): void {
  test('keeps tags, notes and tasks at a contact until they are removed', async () => {
    const { crm, freshContact } = tested()
    const contactId = freshContact()
    for (const entry of ENTRIES) {
      expect(need(await crm.entries.find(contactId, entry))).toBeNull()
      const id = need(await crm.entries.create(contactId, entry))
      expect(need(await crm.entries.find(contactId, entry))).toBe(id)
      const removed = { kind: entry.kind, id }
      need(await crm.entries.remove(contactId, removed))
      need(await crm.entries.remove(contactId, removed))
      expect(need(await crm.entries.find(contactId, entry))).toBeNull()
    }
  })

  test('finds the note or task of one visit among those of others', async () => {
    const { crm, freshContact } = tested()
    const contactId = freshContact()
    const { entries } = crm
    const [, note, task] = ENTRIES
    const ids = [need(await entries.create(contactId, note)), need(await entries.create(contactId, task))]
    expect(need(await entries.find(contactId, note))).toBe(ids[0])
    expect(need(await entries.find(contactId, task))).toBe(ids[1])
    expect(need(await entries.find(contactId, { kind: 'note', key: 'another' }))).toBeNull()
  })

  test('marks a task as done and as open, even if a user has deleted it', async () => {
    const { crm, freshContact } = tested()
    const contactId = freshContact()
    const id = need(await crm.entries.create(contactId, ENTRIES[2]))
    for (const isDone of [true, true, false])
      expect(await crm.entries.markTask(contactId, { id, isDone })).toMatchObject({ ok: true })
    need(await crm.entries.remove(contactId, { kind: 'task', id }))
    expect(await crm.entries.markTask(contactId, { id, isDone: true })).toMatchObject({ ok: true })
  })

  test('refuses entries at an unknown contact permanently', async () => {
    const { crm } = tested()
    for (const entry of ENTRIES)
      expect(await crm.entries.find('no-such-contact', entry)).toMatchObject({
        ok: false,
        failure: { code: 'not-found', retry: 'never' },
      })
  })
}
