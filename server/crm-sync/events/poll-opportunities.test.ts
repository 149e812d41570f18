import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Crm, CrmOpportunity } from '#crm/port.ts'
import { openSale } from '#crm/sale.testing.ts'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { sandboxTables, silentLog } from '../push/sales.testing.ts'
import { pollOpportunities } from './poll-opportunities.job.ts'
import { workOffEvents } from './work-off-events.job.ts'

const never = new AbortController().signal
const FAILURE = { code: 'upstream', retry: 'later', message: 'Bad gateway', status: 502 } as const
const LONG_AGO = '2026-01-01T00:00:00.000Z'

describe('The poll for changes in the CRM', () => {
  let database: FreshDatabase
  let crm: Crm
  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await sandboxTables(database.db).deleteFrom('opportunities').execute()
    for (const table of ['crm_events', 'crm_polls', 'opportunities', 'ghl_sync_log'] as const)
      await database.db.deleteFrom(table).execute()
    crm = createSandboxCrm(database.db)
    for await (const _page of crm.pullLeads({ since: null, after: null }));
    for (const number of [1, 2]) await sell(`sale_${number}`, `sample-00${number}`)
  })

  /** Stores an open sale with an opportunity in the CRM. */
  async function sell(sessionId: string, contactId: string) {
    await database.db.insertInto('opportunities').values({ session_id: sessionId }).execute()
    const created = await crm.createOpportunity(openSale({ sessionId, contactId }))
    if (!created.ok) throw new Error(created.failure.message)
    const { opportunityId: opportunity_id } = created.value
    await database.db
      .insertInto('crm_links')
      .values({ session_id: sessionId, contact_id: contactId, opportunity_id })
      .execute()
  }

  const context = () => ({ db: database.db, crm, changeFeed: { wake() {} } as never, log: silentLog })
  const poll = () => pollOpportunities(context(), never)
  const pollWhenDue = async () => {
    await database.db.updateTable('crm_polls').set({ due_at: LONG_AGO }).execute()
    await poll()
  }
  const workOff = () => workOffEvents(context(), never)
  const statuses = async () => {
    const sales = await database.db
      .selectFrom('opportunities')
      .select('status')
      .orderBy('session_id')
      .execute()
    return sales.map(({ status }) => status)
  }
  const loseInCrm = (sessionId: string, date_updated = new Date().toISOString()) =>
    sandboxTables(database.db)
      .updateTable('opportunities')
      .set({ status: 'lost', date_updated })
      .where('session_id', '=', sessionId)
      .execute()
  const events = () => database.db.selectFrom('crm_events').selectAll().execute()
  /** Returns a list that collects the `since` of each request to the CRM for changes. */
  const recordRequests = () => {
    const { listChangedOpportunities } = crm
    const asked: string[] = []
    crm.listChangedOpportunities = (since, signal) => {
      asked.push(since)
      return listChangedOpportunities(since, signal)
    }
    return asked
  }

  it('finds a sale that was closed in the CRM without an event', async () => {
    await loseInCrm('sale_2')
    await poll()
    await workOff()
    expect(await statuses()).toEqual(['open', 'closed-lost'])
  })

  it('stores nothing if no status differs', async () => {
    await poll()
    expect(await events()).toEqual([])
    expect(await database.db.selectFrom('ghl_sync_log').selectAll().execute()).toEqual([])
  })

  it('applies the status of the opportunity, not that of the search', async () => {
    const stale: CrmOpportunity[] = []
    for (const { opportunity_id } of await database.db.selectFrom('crm_links').selectAll().execute())
      stale.push({
        opportunityId: opportunity_id ?? '',
        contactId: 'sample-001',
        status: 'closed-won',
        sessionId: null,
        changedAt: LONG_AGO,
      })
    crm.listChangedOpportunities = async function* () {
      yield { ok: true, value: stale }
    }
    await poll()
    await workOff()
    expect(await statuses()).toEqual(['open', 'open'])
    await pollWhenDue()
    expect(await events()).toHaveLength(2)
  })

  it('logs once if a pipeline takes too long to read, and pauses', async () => {
    crm.listChangedOpportunities = async function* (_since, signal) {
      await once(signal as AbortSignal, 'abort')
      yield { ok: false, failure: FAILURE }
    }
    const giveUp = () => pollOpportunities(context(), never, 1)
    await giveUp()
    expect(await database.db.selectFrom('crm_polls').select(['lease', 'leased_until']).execute()).toEqual([
      { lease: null, leased_until: null },
    ])
    await giveUp()
    await database.db.updateTable('crm_polls').set({ due_at: LONG_AGO }).execute()
    await giveUp()
    const log = await database.db.selectFrom('ghl_sync_log').select(['operation', 'message']).execute()
    expect(log).toEqual([{ operation: 'crm_poll', message: expect.stringMatching(/took longer than/) }])
  })

  it.each([
    [5, 1],
    [20, 4 * 60],
  ])('runs again in %i minutes if the CRM took %i seconds', async (minutes, tookS) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    crm.listChangedOpportunities = async function* () {
      vi.advanceTimersByTime(tookS * 1_000)
      yield { ok: true, value: [] }
    }
    await poll()
    vi.useRealTimers()
    const rest = sql<number>`round(extract(epoch from due_at - now()) / 60)::integer`.as('minutes')
    expect(await database.db.selectFrom('crm_polls').select(rest).execute()).toEqual([{ minutes }])
  })

  it('runs every five minutes, in one process at a time', async () => {
    const asked = recordRequests()
    await Promise.all([poll(), poll(), poll()])
    await poll()
    expect(asked).toHaveLength(1)
    await pollWhenDue()
    expect(asked).toHaveLength(2)
  })

  it('is taken over if its process dies', async () => {
    await poll()
    const asked = recordRequests()
    const lease = '00000000-0000-4000-8000-000000000000'
    await database.db
      .updateTable('crm_polls')
      .set({ lease, leased_until: '2999-01-01T00:00:00.000Z' })
      .execute()
    await pollWhenDue()
    expect(asked).toEqual([])
    await database.db.updateTable('crm_polls').set({ lease, leased_until: LONG_AGO }).execute()
    await pollWhenDue()
    expect(asked).toHaveLength(1)
  })

  it('resumes five minutes before the last change it saw', async () => {
    const changedAt = new Date(Date.now() + 60_000)
    await loseInCrm('sale_1', changedAt.toISOString())
    await poll()
    const asked = recordRequests()
    await pollWhenDue()
    expect(asked).toEqual([new Date(changedAt.getTime() - 300_000).toISOString()])
  })

  it('should not skip later changes because of an impossible date', async () => {
    await loseInCrm('sale_1', '2190-01-01T00:00:00.000Z')
    await poll()
    await loseInCrm('sale_2')
    await pollWhenDue()
    await workOff()
    expect(await statuses()).toEqual(['closed-lost', 'closed-lost'])
  })

  it('starts from the same place if the CRM fails, and logs it once', async () => {
    await poll()
    const { read_up_to } = await database.db.selectFrom('crm_polls').selectAll().executeTakeFirstOrThrow()
    const { listChangedOpportunities } = crm
    crm.listChangedOpportunities = async function* (since) {
      yield* listChangedOpportunities(since)
      yield { ok: false, failure: FAILURE }
    }
    await loseInCrm('sale_1', new Date(Date.now() + 60_000).toISOString())
    await pollWhenDue()
    await pollWhenDue()
    expect(await database.db.selectFrom('crm_polls').selectAll().executeTakeFirst()).toMatchObject({
      read_up_to,
    })
    expect(await database.db.selectFrom('ghl_sync_log').selectAll().execute()).toMatchObject([
      { operation: 'crm_poll', direction: 'pull', status: 'error', message: 'Bad gateway' },
    ])
    await workOff()
    expect(await statuses()).toEqual(['closed-lost', 'open'])
  })

  it('deletes old events that were worked off, but not parked ones', async () => {
    const old = {
      type: 'ContactUpdate',
      record_kind: 'contact',
      record_id: 'c',
      received_at: LONG_AGO,
    } as const
    await database.db
      .insertInto('crm_events')
      .values([
        { ...old, webhook_id: '1', state: 'done' },
        { ...old, webhook_id: '2', state: 'ignored' },
        { ...old, webhook_id: '3', state: 'parked' },
        { ...old, webhook_id: '4', state: 'done', received_at: new Date().toISOString() },
      ])
      .execute()
    await poll()
    expect((await events()).map(({ webhook_id }) => webhook_id).toSorted()).toEqual(['3', '4'])
  })
})
