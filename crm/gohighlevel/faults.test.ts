import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Crm, CrmResult, CrmSale } from '../port.ts'
import { openSale } from '../sale.testing.ts'
import { connectTo } from './adapter.testing.ts'
import { type Fault, type Faults, mixedFaults } from './double/faults.ts'
import { type GoHighLevelDouble, startGoHighLevelDouble } from './double/go-high-level-double.ts'

/** The timeout of calls that the double never answers. Others keep the adapter's, because a busy machine is slow. */
const SHORT_TIMEOUT_MS = 200
const CONTACTS = 400

/** Breaks the first call of an operation. */
function once(operation: string, fault: Fault): Faults {
  let isDone = false
  return (request) => {
    if (isDone || request.operation !== operation) return undefined
    isDone = true
    return fault
  }
}

describe('When GoHighLevel fails', () => {
  let double: GoHighLevelDouble
  let crm: Crm
  let nextContact = 0

  beforeAll(async () => {
    double = await startGoHighLevelDouble({ contacts: CONTACTS })
  })
  beforeEach(() => {
    crm = connectTo(double).crm
    double.setFaults(undefined)
  })
  /** Shortens the timeout if the fault leaves a call without a response. */
  const expectFault = (fault: Fault) => {
    if (String(fault).startsWith('timeout'))
      crm = connectTo(double, { timeoutMs: () => SHORT_TIMEOUT_MS }).crm
  }
  afterAll(() => double?.close())

  const freshSale = (): CrmSale => {
    nextContact += 1
    const contactId = double.contacts()[nextContact]?.id as string
    return openSale({ sessionId: `sale_faults_${nextContact}`, contactId })
  }
  const held = ({ sessionId }: CrmSale) =>
    double.opportunities().filter(({ fields }) => fields['opportunity.session_id'] === sessionId)

  /** Pushes a sale until that succeeds, as the delivery queue does, and returns the failures on the way. */
  async function finish(sale: CrmSale): Promise<CrmResult<void>[]> {
    const failures: CrmResult<void>[] = []
    for (;;) {
      const created = await crm.createOpportunity(sale)
      if (!created.ok) {
        failures.push(created)
        continue
      }
      const won = { ...sale, status: 'closed-won' as const, totalValue: 1294, contractSigned: true }
      const updated = await crm.updateOpportunity(created.value.opportunityId, won)
      if (updated.ok) return failures
      failures.push(updated)
    }
  }

  const refusals: [Fault, code: string][] = [
    ['bad-token', 'auth'],
    ['scope', 'scope'],
    ['daily-limit', 'daily-limit'],
    ['server-error', 'upstream'],
    ['html-502', 'upstream'],
    ['timeout-before', 'timeout'],
    ['reset-before', 'network'],
  ]
  test.each(refusals)(
    'reports a %s during creation, and a retry leaves one opportunity',
    async (fault, code) => {
      const sale = freshSale()
      expectFault(fault)
      double.setFaults(once('create-opportunity', fault))
      const refused = await crm.createOpportunity(sale)
      crm = connectTo(double).crm
      expect(refused).toMatchObject({ ok: false, failure: { code, retry: 'later' } })
      expect(JSON.stringify(refused)).not.toMatch(/<html|pit-/)
      expect(await finish(sale)).toEqual([])
      expect(held(sale)).toMatchObject([{ status: 'won', monetaryValue: 1294 }])
    },
  )

  const hidden: Fault[] = ['timeout-after', 'reset-after', 'created-422', 'duplicate', 'rate-limited']
  test.each(hidden)(
    'recovers from a %s during creation within the same call, and leaves one opportunity',
    async (fault) => {
      const sale = freshSale()
      expectFault(fault)
      double.setFaults(once('create-opportunity', fault))
      const created = await crm.createOpportunity(sale)
      expect(held(sale)).toMatchObject([{ id: created.ok && created.value.opportunityId, status: 'open' }])
    },
  )

  test('finds an opportunity that GoHighLevel reported as invalid, as soon as the search returns it', async () => {
    const sale = freshSale()
    let isCreated = false
    let early = 2
    double.setFaults(({ operation }) => {
      if (operation === 'create-opportunity') {
        isCreated = true
        return 'created-422'
      }
      if (operation !== 'search-opportunities' || !isCreated || early === 0) return undefined
      early -= 1
      return 'stale-search'
    })
    const created = await crm.createOpportunity(sale)
    expect(held(sale)).toMatchObject([{ id: created.ok && created.value.opportunityId }])
  })

  test('does not create a second opportunity if the search is out of date', async () => {
    const sale = freshSale()
    const first = await crm.createOpportunity(sale)
    double.setFaults(({ operation }) => (operation === 'search-opportunities' ? 'stale-search' : undefined))
    expect(await crm.createOpportunity(sale)).toEqual(first)
    expect(held(sale)).toHaveLength(1)
  })

  test.each(['reset-after', 'created-without-id'] as const)(
    'waits for the search after a %s during creation if duplicates are allowed',
    async (fault) => {
      const LAG_MS = 60
      const sale = freshSale()
      let isAnswered = false
      let knownFrom = Number.POSITIVE_INFINITY
      double.state.duplicates = 'allowed'
      double.setFaults(({ operation }) => {
        const isCreated = knownFrom < Number.POSITIVE_INFINITY
        const isStale = !isAnswered || performance.now() < knownFrom
        if (operation === 'search-opportunities' && isCreated && isStale) return 'stale-search'
        if (operation !== 'create-opportunity' || isCreated) return undefined
        knownFrom = performance.now() + LAG_MS
        return fault
      })
      crm = connectTo(double, { searchLagMs: LAG_MS }).crm
      expect(await crm.createOpportunity(sale)).toMatchObject({
        ok: false,
        failure: { retry: 'later', retryAfterMs: 3 * LAG_MS },
      })
      isAnswered = true
      await finish(sale)
      double.state.duplicates = 'living'
      expect(held(sale)).toHaveLength(1)
    },
  )

  test('abandons an opportunity whose creation got no response, once the search shows it', async () => {
    const LAG_MS = 60
    const sale = freshSale()
    let isAnswered = false
    let knownFrom = Number.POSITIVE_INFINITY
    double.setFaults(({ operation }) => {
      const isCreated = knownFrom < Number.POSITIVE_INFINITY
      const isStale = !isAnswered || performance.now() < knownFrom
      if (operation === 'search-opportunities' && isCreated && isStale) return 'stale-search'
      if (operation !== 'create-opportunity') return undefined
      knownFrom = performance.now() + LAG_MS
      return 'reset-after'
    })
    crm = connectTo(double, { searchLagMs: LAG_MS }).crm
    expect(await crm.createOpportunity(sale)).toMatchObject({ ok: false })
    isAnswered = true
    const { sessionId, contactId } = sale
    expect(await crm.abandonOpportunity({ sessionId, contactId, opportunityId: null })).toMatchObject({
      ok: true,
    })
    expect(held(sale)).toMatchObject([{ status: 'abandoned' }])
  })

  test('returns the time to wait if the rate limit stays exhausted', async () => {
    double.setFaults(() => 'rate-limited')
    const { length } = double.requests
    const failure = { code: 'rate-limited', retry: 'later', status: 429, retryAfterMs: expect.any(Number) }
    expect(await crm.createOpportunity(freshSale())).toMatchObject({ ok: false, failure })
    expect(double.requests.length - length).toBe(3)
  })

  test("refuses an invalid creation permanently, in GoHighLevel's words", async () => {
    const settings = { stages: { open: 'no-such-stage' } }
    const sale = freshSale()
    expect(await connectTo(double, { settings }).crm.createOpportunity(sale)).toMatchObject({
      ok: false,
      failure: { code: 'validation', retry: 'never', message: 'The pipeline stage id is invalid.' },
    })
    expect(held(sale)).toEqual([])
  })

  test.each(['timeout-after', 'reset-after', 'server-error'] as const)(
    'leaves one contact after a %s while creating it, even if the customer then gives an email',
    async (fault) => {
      const sale = { ...freshSale(), contactId: null, customerName: 'Ada Ward' }
      const before = double.contacts().length
      expectFault(fault)
      double.setFaults(once('upsert-contact', fault))
      expect(await crm.createOpportunity(sale)).toMatchObject({ ok: false })
      crm = connectTo(double).crm
      expect(await finish({ ...sale, customerEmail: `${sale.sessionId}@example.org` })).toEqual([])
      expect(double.contacts()).toHaveLength(before + 1)
      expect(held(sale)).toHaveLength(1)
    },
  )

  test('leaves one contact if a proxy answers the search for it with an HTML page', async () => {
    const sale = { ...freshSale(), contactId: null, customerName: 'Ada Ward' }
    const before = double.contacts().length
    double.setFaults(once('upsert-contact', 'reset-after'))
    expect(await crm.createOpportunity(sale)).toMatchObject({ ok: false })
    double.setFaults(once('find-duplicate-contact', 'html-404'))
    const later = { ok: false, failure: { code: 'settings', retry: 'later', status: 404 } }
    expect(await finish({ ...sale, customerEmail: `${sale.sessionId}@example.org` })).toMatchObject([later])
    expect(double.contacts()).toHaveLength(before + 1)
  })

  test('leaves one opportunity and no third contact if email and phone belong to two contacts', async () => {
    const customerEmail = 'one.of.two@example.org'
    const sale = { ...freshSale(), contactId: null, customerEmail, customerPhone: '+441632999999' }
    const before = double.contacts().length
    double.setFaults(once('upsert-contact', 'two-contacts'))
    expect(await finish(sale)).toEqual([])
    expect(double.contacts()).toHaveLength(before + 2)
    expect(held(sale)).toHaveLength(1)
  })

  test('leaves one won opportunity per sale even if 30% of all calls fail in various ways', async () => {
    const seed = Math.floor(Math.random() * 1e9)
    const sales = Array.from({ length: 40 }, freshSale)
    double.setFaults(mixedFaults(0.3, seed))
    // Grows with every call, so that even a busy machine eventually answers in time.
    let timeoutMs = SHORT_TIMEOUT_MS
    crm = connectTo(double, { timeoutMs: () => timeoutMs++ }).crm
    await Promise.all(sales.map(finish))
    for (const sale of sales) expect(held(sale), `seed ${seed}`).toMatchObject([{ status: 'won' }])
    expect(new Set(sales.flatMap(held).map(({ contactId }) => contactId)).size, `seed ${seed}`).toBe(40)
  })

  test('ends a call if its caller aborts it', async () => {
    const stop = new AbortController()
    double.setFaults(() => {
      stop.abort()
      return 'timeout-before'
    })
    const stopped = await crm.createOpportunity(freshSale(), stop.signal)
    expect(stopped).toMatchObject({ ok: false, failure: { code: 'timeout', retry: 'later' } })
  })
})
