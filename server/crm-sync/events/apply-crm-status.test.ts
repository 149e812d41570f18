import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Crm } from '#crm/port.ts'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import type { CrmStatus } from '#crm/sandbox/schema.ts'
import { answeredByHand } from '../../deliveries/attempts.testing.ts'
import { createDeliveries, type Deliveries } from '../../deliveries/deliveries.ts'
import { type ServedTables, serveTables } from '../../postgrest/test-server.ts'
import { receiptHash } from '../../sales/receipt.ts'
import { pullLeads } from '../pull/pull-leads.ts'
import { pushSaleJob } from '../push/push-sale.job.ts'
import { leadIds, sandboxTables, silentLog } from '../push/sales.testing.ts'
import { storeEvents } from './crm-events.queries.ts'
import { workOffEvents } from './work-off-events.job.ts'

const SESSION = 'sale_1_a'
const SERVICE = { status: 'qualified', service_package_name: 'Basic Broadband', service_monthly_price: 299 }
const CONTRACT = {
  status: 'closed-won',
  contract_signature: 'data:image/png;base64,iVBORw0KGgo=',
  contract_timestamp: '2026-03-01T10:00:00.000Z',
  contract_ip_address: '0.0.0.0',
}
const REFUSED = {
  ok: false,
  failure: { code: 'validation', retry: 'never', message: 'No.', status: 422 },
} as const
const never = new AbortController().signal

describe('What the CRM says of a sale', () => {
  let server: ServedTables
  let crm: Crm
  let deliveries: Deliveries
  let lead: string
  let hooks = 0

  beforeAll(async () => {
    server = await serveTables('postgres')
  })
  afterAll(() => server?.stop())
  beforeEach(async () => {
    // The longest of all pauses: what was postponed is not due again within a test.
    vi.spyOn(Math, 'random').mockReturnValue(1)
    await sandboxTables(server.db).deleteFrom('opportunities').execute()
    await server.empty()
    await server.db.deleteFrom('crm_events').execute()
    crm = createSandboxCrm(server.db)
    await pullLeads({ db: server.db, crm, changeFeed: server.changeFeed as never })
    lead = (await leadIds(server.db))[0] ?? ''
    const push = pushSaleJob({ db: server.db, crm, changeFeed: server.changeFeed as never, log: silentLog })
    deliveries = createDeliveries({
      db: server.db,
      log: silentLog,
      handlers: { crm: push, automation: answeredByHand().handler },
    })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await deliveries.stop()
  })

  const post = (session_id = SESSION) =>
    server.call('POST', '/rest/v1/opportunities', { body: { session_id, lead_id: lead } })
  const patch = (body: object) =>
    server.call('PATCH', `/rest/v1/opportunities?session_id=eq.${SESSION}`, { body })
  const push = (sessionId = SESSION) => deliveries.runNow('crm', sessionId)
  /** A sale that the CRM has, after the agent's steps. */
  const sell = async (...steps: object[]) => {
    await post()
    for (const step of steps) expect((await patch(step)).status).toBe(204)
    expect(await push()).toMatchObject({ ok: true })
  }
  const sale = (sessionId = SESSION) =>
    server.db
      .selectFrom('opportunities')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()
  const leadStatus = async () =>
    (await server.db.selectFrom('leads').select('status').where('id', '=', lead).executeTakeFirstOrThrow())
      .status
  const inCrm = () =>
    sandboxTables(server.db).selectFrom('opportunities').selectAll().executeTakeFirstOrThrow()
  /** What a user of the CRM does there. */
  const setInCrm = (status: CrmStatus, stage = 'Contacted') =>
    sandboxTables(server.db).updateTable('opportunities').set({ status, stage }).execute()
  const store = async (recordId?: string) => {
    hooks += 1
    const record_id = recordId ?? (await inCrm()).id
    const event = { type: 'OpportunityUpdate', record_kind: 'opportunity', record_id, sent_at: null } as const
    await storeEvents(server.db, [{ ...event, webhook_id: `hook${hooks}` }])
  }
  const workOff = async () => {
    await server.db.updateTable('crm_events').set({ due_at: '2026-01-01T00:00:00.000Z' }).execute()
    await workOffEvents({ db: server.db, crm, changeFeed: server.changeFeed as never, log: silentLog }, never)
  }
  const hear = async () => {
    await store()
    await workOff()
  }
  const events = () => server.db.selectFrom('crm_events').selectAll().orderBy('id').execute()
  const everything = async () => ({
    sale: await sale(),
    changes: await server.db.selectFrom('changes').select('id').execute(),
    log: await server.db.selectFrom('ghl_sync_log').select('id').execute(),
    deliveries: await server.db.selectFrom('deliveries').select(['wanted', 'delivered', 'state']).execute(),
  })

  test.each([
    ['won', 'closed-won'],
    ['lost', 'closed-lost'],
    ['abandoned', 'closed-lost'],
  ] as const)('%s, closes it as %s with its lead, and every phone hears of it', async (told, status) => {
    await sell(SERVICE)
    await setInCrm(told)
    await hear()
    expect(await sale()).toMatchObject({ status, closed_by: 'crm', revision: 3 })
    expect(await leadStatus()).toBe(status)
    const changes = await server.db.selectFrom('changes').select('record').orderBy('id').execute()
    expect(changes.slice(-2)).toEqual(
      expect.arrayContaining([
        { record: expect.objectContaining({ session_id: SESSION, status, closed_by: 'crm' }) },
        { record: expect.objectContaining({ id: lead, status }) },
      ]),
    )
    expect(server.changeFeed.wake).toHaveBeenCalled()
  })

  it('is in the sync log, and goes back to the CRM in no push', async () => {
    await sell(SERVICE)
    await setInCrm('lost')
    await hear()
    expect(
      await server.db.selectFrom('ghl_sync_log').selectAll().orderBy('id', 'desc').executeTakeFirst(),
    ).toMatchObject({
      operation: 'crm_event',
      direction: 'pull',
      session_id: SESSION,
      lead_id: lead,
      message: 'closed-lost',
    })
    const before = await inCrm()
    expect(await push()).toMatchObject({ ok: true })
    expect(await inCrm()).toEqual(before)
  })

  test.each([
    ['Contacted', 'open', 'contacted'],
    ['Qualified', 'qualified', 'qualified'],
  ])('reopened in the stage %s, makes it %s again', async (stage, status, ofLead) => {
    await sell(SERVICE)
    await setInCrm('lost')
    await hear()
    await setInCrm('open', stage)
    await hear()
    expect(await sale()).toMatchObject({ status, closed_by: null })
    expect(await leadStatus()).toBe(ofLead)
  })

  it('is nothing new when it is what we have told it', async () => {
    await sell(SERVICE, CONTRACT)
    const before = await everything()
    await hear()
    expect(await everything()).toEqual(before)
    expect(await events()).toMatchObject([{ state: 'done' }])
  })

  it('does not take back how far an unfinished sale has come', async () => {
    await sell(SERVICE)
    await setInCrm('open', 'Contacted')
    await hear()
    expect(await sale()).toMatchObject({ status: 'qualified' })
  })

  it('leaves a lead that another sale has won as it is', async () => {
    await sell(SERVICE)
    await post('sale_2_b')
    await server.db
      .updateTable('opportunities')
      .set({ ...CONTRACT, status: 'closed-won', closed_by: 'agent' })
      .where('session_id', '=', 'sale_2_b')
      .execute()
    await server.db.updateTable('leads').set({ status: 'closed-won' }).where('id', '=', lead).execute()
    await setInCrm('lost')
    await hear()
    expect(await sale()).toMatchObject({ status: 'closed-lost' })
    expect(await leadStatus()).toBe('closed-won')
  })

  describe('of a signed one', () => {
    const verify = async (sha256: string) => {
      const sales = [{ session_id: SESSION, sha256 }]
      return (await server.call('POST', '/functions/v1/verify-sales', { body: { sales } })).json()
    }
    const receipt = async () => {
      const prefer = { prefer: 'return=representation' }
      const path = `/rest/v1/opportunities?session_id=eq.${SESSION}`
      const answer = await server.call('PATCH', path, { body: CONTRACT, headers: prefer })
      const [row] = (await answer.json()) as [Parameters<typeof receiptHash>[0]]
      expect(answer.headers.get('receipt')).toBe(`sha256=${receiptHash(row)}`)
      return receiptHash(row)
    }

    it.each([
      ['lost', 'closed-lost', 'crm'],
      ['open', 'open', null],
    ] as const)('%s, leaves what was signed, and its receipt true', async (told, status, closed_by) => {
      await sell(SERVICE, { customer_name: 'Ada Ward' })
      const sha256 = await receipt()
      await push()
      await setInCrm(told)
      await hear()
      expect(await sale()).toMatchObject({ ...CONTRACT, status, closed_by })
      expect(await verify(sha256)).toMatchObject({ ok: [SESSION] })

      const changed = await patch({ customer_name: 'Bo Ek' })
      expect(changed.status).toBe(422)
      expect(await changed.json()).toMatchObject({ code: 'signed_terms_are_sealed' })
      expect((await patch({ notes: 'Rings back' })).status).toBe(204)
      expect(await verify(sha256)).toMatchObject({ ok: [SESSION] })
    })
  })

  describe('while the agent goes on,', () => {
    it('stands until the signature, which wins the sale, and loses nothing', async () => {
      await sell()
      await setInCrm('lost')
      await hear()
      expect((await patch(SERVICE)).status).toBe(204)
      expect((await patch({ customer_name: 'Ada Ward' })).status).toBe(204)
      expect(await sale()).toMatchObject({
        ...SERVICE,
        service_monthly_price: '299.00',
        status: 'closed-lost',
      })
      expect(await push()).toMatchObject({ ok: true })
      expect(await inCrm()).toMatchObject({ status: 'lost', service_package_name: 'Basic Broadband' })

      const signed = await patch(CONTRACT)
      expect(signed.headers.get('receipt')).toMatch(/^sha256=/)
      expect(await sale()).toMatchObject({ ...CONTRACT, customer_name: 'Ada Ward', closed_by: 'agent' })
      expect(await leadStatus()).toBe('closed-won')
      expect(await push()).toMatchObject({ ok: true })
      expect(await inCrm()).toMatchObject({ status: 'won', contract_signed: true })
    })

    it('that it is won stands, and the signature is the agent’s', async () => {
      await sell()
      await setInCrm('won')
      await hear()
      expect((await patch(SERVICE)).status).toBe(204)
      expect(await sale()).toMatchObject({ status: 'closed-won', closed_by: 'crm', contract_signature: null })
      expect((await patch(CONTRACT)).status).toBe(204)
      expect(await sale()).toMatchObject({
        ...CONTRACT,
        ...SERVICE,
        service_monthly_price: '299.00',
        status: 'closed-won',
        closed_by: 'agent',
      })
    })

    it('cannot be undone by an agent who would reopen it', async () => {
      await sell()
      await setInCrm('lost')
      await hear()
      const refused = await patch({ status: 'open' })
      expect(refused.status).toBe(422)
      expect(await refused.json()).toMatchObject({ code: 'status_never_moves_back' })
    })

    it('waits for what the agent has done since, and gives way to it', async () => {
      await sell()
      await setInCrm('lost')
      await patch(SERVICE)
      await hear()
      expect(await sale()).toMatchObject({ status: 'qualified' })
      expect(await events()).toMatchObject([{ state: 'waiting', attempts: 1 }])
      await push()
      await workOff()
      expect(await sale()).toMatchObject({ status: 'qualified', closed_by: null })
      expect(await inCrm()).toMatchObject({ status: 'open', stage: 'Qualified' })
      expect(await events()).toMatchObject([{ state: 'done' }])
    })

    it.each([
      ['written', () => undefined],
      ['written and pushed', () => push()],
    ])('does not come over a step that was %s while we asked', async (_, then) => {
      await sell()
      await setInCrm('lost')
      const { readOpportunity } = crm
      crm.readOpportunity = async (id) => {
        const answer = await readOpportunity(id)
        await patch(SERVICE)
        await then()
        return answer
      }
      await hear()
      expect(await sale()).toMatchObject({ status: 'qualified', closed_by: null })
      expect(await events()).toMatchObject([{ state: 'waiting' }])
    })

    it('is not taken for an answer to what it has refused', async () => {
      await sell()
      await patch(SERVICE)
      await patch(CONTRACT)
      crm.updateOpportunity = async () => REFUSED
      await push()
      await hear()
      expect(await sale()).toMatchObject({ status: 'closed-won', closed_by: 'agent' })
      expect(await events()).toMatchObject([{ state: 'done' }])
    })
  })

  it('that it is gone, leaves the sale, and the agent’s next step makes another', async () => {
    await sell()
    const { id } = await inCrm()
    await sandboxTables(server.db).deleteFrom('opportunities').execute()
    await store(id)
    await workOff()
    expect(await sale()).toMatchObject({ status: 'open', ghl_opportunity_id: null })
    await patch(SERVICE)
    expect(await push()).toMatchObject({ ok: true })
    expect(await inCrm()).toMatchObject({ session_id: SESSION, stage: 'Qualified' })
  })

  it('is not asked for when the opportunity is none of ours', async () => {
    crm.readOpportunity = async () => {
      throw new Error('It was asked for.')
    }
    await store('unknown')
    await workOff()
    expect(await events()).toMatchObject([{ state: 'done' }])
  })

  it('is asked for once, however many events there are of it', async () => {
    await sell()
    const { readOpportunity } = crm
    let asked = 0
    crm.readOpportunity = (id) => {
      asked += 1
      return readOpportunity(id)
    }
    await setInCrm('lost')
    for (let count = 0; count < 5; count++) await store()
    await workOff()
    expect(asked).toBe(1)
    expect((await events()).map(({ state }) => state)).toEqual(Array(5).fill('done'))
  })

  it('is asked for again after a failure, and after the death of who asked', async () => {
    await sell()
    await setInCrm('lost')
    const { readOpportunity } = crm
    const failure = { code: 'upstream', retry: 'later', message: 'Bad gateway', status: 502 } as const
    crm.readOpportunity = async () => ({ ok: false, failure })
    await hear()
    expect(await events()).toMatchObject([{ state: 'waiting', attempts: 1, reason: 'Bad gateway' }])
    expect(
      await server.db.selectFrom('ghl_sync_log').selectAll().orderBy('id', 'desc').executeTakeFirst(),
    ).toMatchObject({ operation: 'crm_event', direction: 'pull', status: 'error', message: 'Bad gateway' })

    crm.readOpportunity = readOpportunity
    const lease = '00000000-0000-4000-8000-000000000000'
    const leased = (leased_until: string) =>
      server.db.updateTable('crm_events').set({ lease, leased_until }).execute()
    await leased('2999-01-01T00:00:00.000Z')
    await workOff()
    expect(await sale()).toMatchObject({ status: 'open' })
    await leased('2026-01-01T00:00:00.000Z')
    await workOff()
    expect(await sale()).toMatchObject({ status: 'closed-lost' })
  })

  it('is asked for no more when that is refused for good, but when the connection is mended', async () => {
    await sell()
    await setInCrm('lost')
    const { readOpportunity } = crm
    const failure = { ...REFUSED.failure, code: 'auth', message: 'Invalid token', status: 401 } as const
    crm.readOpportunity = async () => ({ ok: false, failure })
    await hear()
    expect(await events()).toMatchObject([{ state: 'waiting', reason: 'Invalid token' }])
    crm.readOpportunity = async () => REFUSED
    await workOff()
    expect(await events()).toMatchObject([{ state: 'parked', reason: 'No.' }])
    crm.readOpportunity = readOpportunity
    await workOff()
    expect(await sale()).toMatchObject({ status: 'open' })
  })
})
