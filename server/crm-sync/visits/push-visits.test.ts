import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Fault } from '#crm/gohighlevel/double/faults.ts'
import { erasePerson } from '../../erasure/person.queries.ts'
import { DATABASES } from '../../testing/databases.ts'
import { addLead } from '../../testing/live-server.ts'
import { useVisits } from './visits.testing.ts'

const NOTHING = { tags: [], notes: [], tasks: [] }
const DONE = { ok: true, value: {} }

describe.each(DATABASES)('Visits in GoHighLevel, from the %s database', (kind) => {
  const { db, double, crm, pull, freshLead, visit, undo, push, heldAt, ledgerOf, contactOf, calls } =
    useVisits(kind)

  test('leave a tag, a note and a task, each once, however often they are pushed', async () => {
    const lead = freshLead()
    const refused = await visit(lead, 'refused', { note: 'The dog bites' })
    expect(await push(lead)).toEqual(DONE)
    expect(await heldAt(lead)).toEqual({
      tags: ['refused'],
      notes: [`Refused, Thursday 2 July 2026 at 11:00\nThe dog bites\n\nDoorstep visit ${refused}`],
      tasks: [],
    })
    await visit(lead, 'call-back', { occurred_at: '2026-07-02T12:00:00.000Z', call_back_at: '17:30' })
    await push(lead)
    const held = await heldAt(lead)
    expect(held).toMatchObject({
      tags: [],
      tasks: [expect.stringMatching(/^Open: Call back: \d+ High Street$/)],
    })
    expect(held.notes).toHaveLength(2)
    expect(double().tasks(await contactOf(lead))).toMatchObject([{ dueDate: '2026-07-03T16:30:00.000Z' }])
    await visit(lead, 'no-answer', { occurred_at: '2026-07-02T11:00:00.000Z' })
    await push(lead)
    expect(await heldAt(lead)).toMatchObject({ tags: [], tasks: held.tasks, notes: { length: 3 } })
  })

  test('are pushed within seconds, and never touch messages or other tags of the contact', async () => {
    const lead = freshLead()
    await visit(lead, 'do-not-knock', { note: 'A sign' })
    const due = db().selectFrom('deliveries').select('due_at').where('session_id', '=', lead)
    const { due_at } = await due.executeTakeFirstOrThrow()
    expect(Date.parse(due_at) - Date.now()).toBeLessThan(11_000)
    await push(lead)
    expect(await heldAt(lead)).toMatchObject({ tags: ['do-not-knock'], notes: { length: 1 } })
    expect(calls()).toEqual(['get-contact', 'add-tags', 'list-notes', 'create-note'])
    expect(JSON.stringify(double().requests.map(({ body }) => body))).not.toContain('dnd')
    expect(double().state.contacts.get(await contactOf(lead))?.tags).toContain(double().leadTag)
  })

  test('remove their entries once they are taken back', async () => {
    const lead = freshLead()
    for (const outcome of ['empty', 'call-back', 'do-not-knock'] as const) {
      const id = await visit(lead, outcome, { note: 'Some words' })
      await push(lead)
      expect(await heldAt(lead)).not.toEqual(NOTHING)
      await undo(lead, outcome, id)
      expect(await push(lead)).toEqual(DONE)
      expect(await heldAt(lead)).toEqual(NOTHING)
    }
  })

  test('complete the task of a call-back, and reopen it', async () => {
    const lead = freshLead()
    const stateOf = async () => (await heldAt(lead)).tasks[0]?.split(':')[0]
    await visit(lead, 'call-back')
    await push(lead)
    const settled = await visit(lead, 'refused', { occurred_at: '2026-07-03T10:00:00.000Z' })
    await push(lead)
    expect(await stateOf()).toBe('Done')
    await undo(lead, 'refused', settled)
    await push(lead)
    expect(await stateOf()).toBe('Open')
    await db().updateTable('leads').set({ status: 'closed-won' }).where('id', '=', lead).execute()
    await push(lead)
    expect(await stateOf()).toBe('Done')
    await db().updateTable('leads').set({ status: 'contacted' }).where('id', '=', lead).execute()
    await push(lead)
    expect(await stateOf()).toBe('Open')
  })

  describe('after a worker died between a call and its record', () => {
    const dieOnce = (calledTimes: number, called: 'create' | 'remove' | 'markTask' = 'create') => {
      const call = crm().entries[called] as (...given: unknown[]) => Promise<unknown>
      let left = calledTimes
      const dying = async (...given: unknown[]) => {
        const answer = await call(...given)
        left -= 1
        if (left === 0) throw new Error('Killed.')
        return answer
      }
      Object.assign(crm().entries, { [called]: dying })
    }

    test.each([1, 2, 3])('are there once (call %i)', async (times) => {
      const lead = freshLead()
      dieOnce(times)
      await visit(lead, 'call-back')
      await visit(lead, 'do-not-knock', { occurred_at: '2026-07-02T09:00:00.000Z', note: 'A sign' })
      expect(await push(lead)).toMatchObject({ ok: false, failure: { retry: 'later' } })
      expect(await push(lead)).toEqual(DONE)
      expect(await heldAt(lead)).toMatchObject({ tags: ['do-not-knock'], notes: { length: 2 } })
    })

    test.each(['refused', 'call-back', 'no-answer'] as const)(
      'and a %s was taken back meanwhile, are gone',
      async (outcome) => {
        const lead = freshLead()
        dieOnce(1)
        const id = await visit(lead, outcome)
        await push(lead)
        expect(await heldAt(lead)).not.toEqual(NOTHING)
        await undo(lead, outcome, id)
        expect(await push(lead)).toEqual(DONE)
        expect(await heldAt(lead)).toEqual(NOTHING)
      },
    )

    test('restore the tag whose removal it did not record', async () => {
      const lead = freshLead()
      const id = await visit(lead, 'do-not-knock')
      await push(lead)
      dieOnce(1, 'remove')
      await undo(lead, 'do-not-knock', id)
      await push(lead)
      expect(await heldAt(lead)).toEqual(NOTHING)
      const again = await visit(lead, 'do-not-knock', { occurred_at: '2026-07-02T11:00:00.000Z' })
      expect(await push(lead)).toEqual(DONE)
      expect(await heldAt(lead)).toEqual({ ...NOTHING, tags: ['do-not-knock'] })
      await undo(lead, 'do-not-knock', again)
      await push(lead)
      expect(await heldAt(lead)).toEqual(NOTHING)
    })

    test('reopen the task whose completion it did not record', async () => {
      const lead = freshLead()
      await visit(lead, 'call-back')
      await push(lead)
      dieOnce(1, 'markTask')
      const settled = await visit(lead, 'refused', { occurred_at: '2026-07-03T10:00:00.000Z' })
      await push(lead)
      expect(await heldAt(lead)).toMatchObject({ tasks: [expect.stringMatching(/^Done/)] })
      await undo(lead, 'refused', settled)
      expect(await push(lead)).toEqual(DONE)
      expect(await heldAt(lead)).toMatchObject({ tasks: [expect.stringMatching(/^Open/)] })
    })
  })

  test('add no entry to the register for their own tag do-not-knock when the CRM is read again', async () => {
    const lead = freshLead()
    const active = async () => {
      const entries = db().selectFrom('do_not_knock').select('id').where('lifted_at', 'is', null)
      return (await entries.execute()).length
    }
    const before = await active()
    const id = await visit(lead, 'do-not-knock')
    await push(lead)
    const contact = double().state.contacts.get(await contactOf(lead))
    await undo(lead, 'do-not-knock', id)
    await pull()
    expect(await active()).toBe(before)
    await push(lead)
    contact?.tags.push('do-not-knock')
    await pull()
    expect([await active(), 'as the search lags']).toEqual([before, 'as the search lags'])
    contact?.tags.pop()
    await pull()
    contact?.tags.push('do-not-knock')
    await pull()
    expect([await active(), 'as the office sets it']).toEqual([before + 1, 'as the office sets it'])
  })

  test('at an erased household send nothing more', async () => {
    const lead = freshLead()
    const { contact_email } = await db()
      .selectFrom('leads')
      .select('contact_email')
      .where('id', '=', lead)
      .executeTakeFirstOrThrow()
    await visit(lead, 'refused')
    await erasePerson(db(), contact_email ?? '')
    await push(lead)
    expect([await ledgerOf(lead), calls()]).toEqual([[], []])
  })
})

describe('Visits in GoHighLevel', () => {
  const { db, double, crm, newWorker, freshLead, visit, undo, push, heldAt, ledgerOf, contactOf, calls } =
    useVisits('postgres')

  test('wait after a stop in the middle of a call, until its lists show the note', async () => {
    const lead = freshLead()
    const slow = newWorker({ ...crm(), catchesUpMs: 3_600_000 })
    const called = Promise.withResolvers<void>()
    crm().entries.create = () => {
      called.resolve()
      return new Promise(() => {})
    }
    await visit(lead, 'no-answer')
    const pushed = slow.runNow('visits', lead)
    await called.promise
    await slow.stop()
    await pushed
    const { rows } = await sql`
      select leased_until > now() as "isHeld" from deliveries
      where target = 'visits' and session_id = ${lead}`.execute(db())
    expect(rows).toEqual([{ isHeld: true }])
  })

  test('never reach it if they are taken back at once', async () => {
    const lead = freshLead()
    await undo(lead, 'refused', await visit(lead, 'refused'))
    await push(lead)
    expect([await heldAt(lead), calls()]).toEqual([NOTHING, []])
  })

  test('leave a tag that the office has set', async () => {
    const lead = freshLead()
    const contact = double().state.contacts.get(await contactOf(lead))
    contact?.tags.push('refused')
    const id = await visit(lead, 'refused')
    await push(lead)
    await undo(lead, 'refused', id)
    await push(lead)
    expect(await heldAt(lead)).toEqual({ ...NOTHING, tags: ['refused'] })
  })

  test.each<Fault>(['timeout-after', 'reset-after', 'server-error', 'rate-limited', 'html-502', 'bad-token'])(
    'are there once, even if each call fails once with a %s',
    async (fault) => {
      const lead = freshLead()
      const failed = new Set<string>()
      double().setFaults(({ operation = '' }) => {
        if (failed.has(operation)) return undefined
        failed.add(operation)
        return fault
      })
      const id = await visit(lead, 'call-back')
      await visit(lead, 'empty', { occurred_at: '2026-07-02T09:00:00.000Z' })
      while (!(await push(lead)).ok);
      await visit(lead, 'empty', { occurred_at: '2026-07-02T11:00:00.000Z' })
      while (!(await push(lead)).ok);
      expect(await heldAt(lead)).toMatchObject({
        tags: ['empty'],
        tasks: [expect.stringMatching(/^Done/)],
        notes: { length: 3 },
      })
      await undo(lead, 'call-back', id)
      while (!(await push(lead)).ok);
      expect(await heldAt(lead)).toMatchObject({ tags: ['empty'], tasks: [], notes: { length: 2 } })
    },
  )

  test('send nothing while the lead has no contact, and say so', async () => {
    const { id } = await addLead(db(), '1 Mill Road')
    await visit(id, 'refused')
    await push(id)
    const reason = 'This lead has no contact in the CRM.'
    expect([await ledgerOf(id), calls()]).toEqual([[{ state: 'delivered', reason, attempts: 0 }], []])
    const contact = double().addContact({ name: 'Ada Ward' })
    const link = { crm_provider: 'gohighlevel' as const, crm_contact_id: contact.id }
    await db().updateTable('leads').set(link).where('id', '=', id).execute()
    await push(id)
    expect(contact.tags).toEqual(['refused'])
    expect(await ledgerOf(id)).toEqual([{ state: 'delivered', reason: null, attempts: 0 }])
  })

  test('follow their lead to another contact', async () => {
    const lead = freshLead()
    await visit(lead, 'call-back')
    await push(lead)
    const { id: crm_contact_id } = double().addContact({ name: 'Ada Ward' })
    await db().updateTable('leads').set({ crm_contact_id }).where('id', '=', lead).execute()
    expect(await push(lead)).toEqual(DONE)
    expect(await heldAt(lead)).toMatchObject({ tasks: { length: 1 }, notes: { length: 1 } })
  })

  test('are parked with the reason if the contact is gone', async () => {
    const lead = freshLead()
    double().state.contacts.delete(await contactOf(lead))
    await visit(lead, 'refused')
    await push(lead)
    expect(await ledgerOf(lead)).toMatchObject([{ state: 'parked', reason: 'Contact not found.' }])
  })

  test('do not block the others if they are refused', async () => {
    const lead = freshLead()
    const { create } = crm().entries
    crm().entries.create = async (contactId, entry, signal) =>
      entry.kind === 'note' && entry.body.includes('unspeakable')
        ? { ok: false, failure: { code: 'validation', retry: 'never', message: 'No.', status: 422 } }
        : create(contactId, entry, signal)
    await visit(lead, 'no-answer', { note: 'unspeakable' })
    await visit(lead, 'refused', { occurred_at: '2026-07-02T11:00:00.000Z' })
    await push(lead)
    expect(await ledgerOf(lead)).toMatchObject([{ state: 'parked', reason: 'No.' }])
    expect(await heldAt(lead)).toMatchObject({ tags: ['refused'], notes: { length: 1 } })
  })
})
