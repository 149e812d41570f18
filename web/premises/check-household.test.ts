import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CheckedHousehold } from '#domain/eligibility/eligibility.ts'
import { SIMULATED_CHECK_MS } from '#domain/eligibility/simulated-verdict.ts'
import { encodeFacts } from '#domain/premises/facts.ts'
import { activeData, areaOf, factsOf, voucherVerdictOf } from '#domain/testing/premises.ts'
import { encodeSlice } from '#protocol/premises-slice.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { checkHousehold } from './check-household.ts'
import { keepSlice, readSlice } from './kept-slice.ts'
import { refreshSlice } from './refresh-slice.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const HEAD = { data: activeData(), areas: [areaOf()], details: [], covers: ['LL79 1'] }
const premises = (uprn: number, facts = factsOf()) => ({
  uprn,
  postcode: 'LL79 1AB',
  facts: encodeFacts(facts),
  area: 0,
  details: null,
  isListed: false,
})
const BYTES = encodeSlice(HEAD, [premises(790001), premises(790002, factsOf({ currentGigabit: true }))])

const at = (address: string, given: Partial<CheckedHousehold> = {}): CheckedHousehold => ({
  address,
  uprn: undefined,
  leadVoucher: 1500,
  ...given,
})

/** The server's answers; undefined while there is no connection. */
let server: ((path: string, headers: Headers) => Response) | undefined
let asked: string[]
beforeEach(() => {
  enterBrowser()
  server = undefined
  asked = []
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    asked.push(path)
    if (!server) throw new TypeError('no connection')
    return server(path, new Headers(headers))
  })
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: Date.parse('2026-11-24T10:00:00Z') })
})
afterEach(leaveBrowser)

/** Checks a household, and waits as long as a simulated check takes. */
async function checkAfterWait(household: CheckedHousehold) {
  const check = checkHousehold(household)
  let isDone = false
  void check.then(() => {
    isDone = true
  })
  while (!isDone) await vi.advanceTimersByTimeAsync(SIMULATED_CHECK_MS)
  return check
}

describe('a check with a slice on the phone', () => {
  beforeEach(() => keepSlice({ etag: '"1"', bytes: BYTES }))

  it('answers for the UPRN at once, without the server', async () => {
    expect(await checkHousehold(at('1 High St, LL79 1AB', { uprn: '790001' }))).toMatchObject({
      verdict: { eligible: true, voucherAmount: 1500 },
      voucherVerdict: { answer: 'likely', level: { of: 'premises' }, checkedAt: '2026-11-24T10:00:00.000Z' },
    })
    expect(await checkHousehold(at('2 High St, LL79 1AB', { uprn: '790002' }))).toMatchObject({
      verdict: { eligible: false, reason: 'Gigabit is available here already' },
    })
    expect(asked).toEqual([])
  })

  it('leaves the lead its voucher if the premises of the postcode differ', async () => {
    expect(await checkHousehold(at('3 High St, ll791ab'))).toMatchObject({
      verdict: { eligible: true, voucherAmount: 1500 },
      voucherVerdict: { answer: 'unknown', level: { premises: 2, unanimous: false } },
    })
  })

  it('asks the server about a postcode elsewhere, or waits for a connection', async () => {
    const elsewhere = at('9 Mill Lane, CA29 9ZZ', { uprn: '290009' })
    expect(await checkHousehold(elsewhere)).toEqual({ verdict: 'when-online', voucherVerdict: null })
    server = () => Response.json({ verdict: voucherVerdictOf() })
    expect((await checkHousehold(elsewhere)).voucherVerdict).toEqual(voucherVerdictOf())
    expect(asked.at(-1)).toBe('/functions/v1/premises/verdict?uprn=290009&postcode=CA29+9ZZ')
  })
})

describe('a check without data', () => {
  it.each([
    ['while no data is active', { etag: null, bytes: null }],
    ['on a phone that has never reached the server', undefined],
  ])('is the simulated one %s', async (_when, kept) => {
    if (kept) await keepSlice(kept)
    const { verdict, voucherVerdict } = await checkAfterWait(at('1 High St, LL79 1AB'))
    expect(verdict).toHaveProperty('eligible')
    expect(voucherVerdict).toBeNull()
  })

  it('asks the server first if the phone has never done so', async () => {
    server = () => Response.json({ verdict: voucherVerdictOf() })
    expect((await checkHousehold(at('1 High St, LL79 1AB'))).voucherVerdict).toEqual(voucherVerdictOf())
  })
})

it('treats a damaged slice as one that lacks the postcode', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await keepSlice({ etag: '"1"', bytes: BYTES.slice(0, 40) })
  expect((await checkHousehold(at('1 High St, LL79 1AB'))).verdict).toBe('when-online')
})

describe('a refresh of the slice', () => {
  it('keeps what the server has, and asks again with its ETag', async () => {
    const etags: (string | null)[] = []
    server = (path, headers) => {
      expect(path).toBe('/functions/v1/premises/slice?area=Ludlow')
      etags.push(headers.get('if-none-match'))
      return etags.length === 1
        ? new Response(BYTES.slice(), { headers: { etag: '"7"' } })
        : new Response(null, { status: 304, headers: { etag: '"7"' } })
    }
    await refreshSlice('Ludlow')
    await refreshSlice('Ludlow')
    expect(etags).toEqual([null, '"7"'])
    expect(await readSlice()).toEqual({ etag: '"7"', bytes: BYTES })
  })

  it('notes that no data is active any more', async () => {
    await keepSlice({ etag: '"1"', bytes: BYTES })
    server = () => new Response(null, { status: 204 })
    await refreshSlice(undefined)
    expect(await readSlice()).toEqual({ etag: null, bytes: null })
  })

  it.each([
    ['there is no connection', undefined],
    ['the server is older', () => new Response('{}', { status: 404 })],
    ['a sign-in page is in between', () => new Response('<html>')],
  ])('keeps what it has if %s', async (_what, answer) => {
    await keepSlice({ etag: '"1"', bytes: BYTES })
    server = answer
    await refreshSlice(undefined)
    expect(await readSlice()).toEqual({ etag: '"1"', bytes: BYTES })
  })
})
