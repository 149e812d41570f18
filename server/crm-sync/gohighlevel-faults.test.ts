import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { connectTo } from '#crm/gohighlevel/adapter.testing.ts'
import type { Fault } from '#crm/gohighlevel/double/faults.ts'
import { LEADS, useGoHighLevel } from './gohighlevel.testing.ts'
import { writeSale } from './push/sales.testing.ts'

/** The faults of GoHighLevel, with the message for the agent. */
const FAULTS: [Fault, string][] = [
  ['bad-token', 'Invalid Private Integration token'],
  ['scope', 'The token is not authorized for this scope.'],
  ['rate-limited', 'Too Many Requests'],
  ['daily-limit', 'Too Many Requests'],
  ['server-error', 'Internal server error'],
  ['html-502', 'GoHighLevel answered 502 without an explanation.'],
  ['timeout-before', 'GoHighLevel did not answer in time.'],
  ['reset-before', 'GoHighLevel could not be reached (ECONNRESET).'],
]

describe('If GoHighLevel fails,', () => {
  const goHighLevel = useGoHighLevel()
  const { db, double, ask, breakBy, recover, openSale, lastLogEntry } = goHighLevel

  describe.each(FAULTS)('with a %s, it returns "%s"', (fault, error) => {
    test('for a sync of leads, which works afterwards', async () => {
      breakBy(fault)
      expect(await ask('POST', 'sync-leads')).toEqual([502, { error }])
      expect(await lastLogEntry()).toMatchObject({ operation: 'sync_leads', status: 'error', message: error })
      await recover()
      expect(await ask('POST', 'sync-leads')).toEqual([200, { success: true, syncedCount: LEADS }])
    })

    test('for a push, which stays queued and works afterwards', async () => {
      await openSale()
      breakBy(fault)
      expect(await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })).toEqual([502, { error }])
      expect(await lastLogEntry()).toMatchObject({
        operation: 'create_opportunity',
        status: 'error',
        message: error,
      })
      expect(await ask('GET', 'sync-status')).toMatchObject([200, { pending: 1, failed: 0 }])
      await recover()
      expect(await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })).toMatchObject([200, {}])
      expect(double().opportunities()).toHaveLength(1)
    })

    test('for an update', async () => {
      await openSale()
      await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })
      await writeSale(db(), { session_id: 'sale_1', lead_id: null, status: 'qualified' })
      breakBy(fault)
      expect(await ask('PUT', 'update-opportunity', { sessionId: 'sale_1' })).toEqual([502, { error }])
      expect(await lastLogEntry()).toMatchObject({
        operation: 'update_opportunity',
        status: 'error',
        message: error,
      })
    })
  })

  test('a sale without a lead has one opportunity, even if its email is corrected after a lost answer', async () => {
    const { double, push } = goHighLevel
    const sale = { session_id: 'sale_1', lead_id: null, customer_name: 'Ada Ward' }
    await writeSale(db(), { ...sale, customer_email: 'ada@example.com' })
    let isCreated = false
    double().setFaults(({ operation }) => {
      if (operation === 'create-opportunity') isCreated = true
      if (operation === 'create-opportunity') return 'reset-after'
      return isCreated && operation === 'search-opportunities' ? 'stale-search' : undefined
    })
    expect(await push('sale_1')).toMatchObject({ ok: false })
    double().setFaults(undefined)
    await writeSale(db(), { ...sale, customer_email: 'ada.ward@example.com' })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(
      double()
        .opportunities()
        .filter(({ status }) => status === 'open'),
    ).toHaveLength(1)
  })

  test('a sale has one opportunity even if another process retries before the search shows it', async () => {
    const LAG_MS = 1_000
    const { double, crm, push } = goHighLevel
    double().state.duplicates = 'allowed'
    let isAnswered = false
    let knownFrom = Number.POSITIVE_INFINITY
    double().setFaults(({ operation }) => {
      const isCreated = knownFrom < Number.POSITIVE_INFINITY
      const isStale = !isAnswered || performance.now() < knownFrom
      if (operation === 'search-opportunities' && isCreated && isStale) return 'stale-search'
      if (operation !== 'create-opportunity' || isCreated) return undefined
      knownFrom = performance.now() + LAG_MS
      return 'reset-after'
    })
    await writeSale(db(), { session_id: 'sale_1', lead_id: null })
    Object.assign(crm(), connectTo(double(), { searchLagMs: LAG_MS }).crm)
    expect(await push('sale_1')).toMatchObject({ ok: false })
    isAnswered = true
    Object.assign(crm(), connectTo(double(), { searchLagMs: LAG_MS }).crm)
    expect(await push('sale_1')).toMatchObject({ ok: true })
    double().state.duplicates = 'living'
    expect(double().opportunities()).toHaveLength(1)
  })

  test('there are no more calls once the daily limit is reached', async () => {
    double().setFaults(() => 'daily-limit')
    await ask('POST', 'sync-leads')
    double().setFaults(undefined)
    const asked = double().requests.length
    const error = expect.stringMatching(/^GoHighLevel's daily limit of .* calls is used up\.$/)
    expect(await ask('POST', 'sync-leads')).toEqual([502, { error }])
    expect(double().requests).toHaveLength(asked)
  })

  test('pushes resume as soon as the daily limit resets', async () => {
    await openSale()
    double().setFaults(() => 'daily-limit')
    const [status] = await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })
    expect(status).toBe(502)
    const { rows } = await sql<{ rests: boolean }>`
      select rests_until > now() + interval '1 minute' as rests from receivers`.execute(db())
    expect(rows).toEqual([{ rests: false }])
  })
})
