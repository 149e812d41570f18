import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClaimRuling, claimState, type OwnClaim, ruleOnClaim } from '#domain/street/claim.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { enterBrowser, finishWork, leaveBrowser } from '../testing/browser.testing.ts'
import { createPhoneClaims } from './phone-claims.ts'
import { streetOn } from './phone-street.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

/** The fields of a claim; any other is refused. */
const FIELDS = 'area claimed_at id phone released_at renewed_at street street_name'.split(' ')

/** A server that decides on claims as Doorstep does. */
class FakeClaims {
  isReachable = true
  losesAnswers = false
  rival: { id: string } | undefined
  readonly rulings = new Map<string, ClaimRuling>()
  readonly received: OwnClaim[] = []

  life = 'first'

  fetch = async (_path: string, { method, body }: RequestInit = {}): Promise<Response> => {
    if (!this.isReachable) throw new TypeError('Failed to fetch')
    if (method !== 'POST') return Response.json({ life: this.life, doors: [] })
    const claims = JSON.parse(String(body)) as OwnClaim[]
    if (claims.some(({ street_name }) => street_name.length > 300))
      return Response.json({ code: 'PGRST102', message: 'Wrong field.' }, { status: 400 })
    const answers = claims.map((claim) => this.decide(claim))
    if (this.losesAnswers) throw new TypeError('Failed to fetch')
    return Response.json(answers)
  }

  private decide(claim: OwnClaim) {
    expect(Object.keys(claim).toSorted()).toEqual(FIELDS)
    const now = new Date()
    const ruling = ruleOnClaim({ claim, known: this.rulings.get(claim.id), rival: this.rival, now })
    this.received.push(claim)
    this.rulings.set(claim.id, ruling)
    return { id: claim.id, until: ruling.until, state: claimState(ruling, now) }
  }
}

let server: FakeClaims
beforeEach(() => {
  enterBrowser()
  server = new FakeClaims()
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(async () => {
  vi.useRealTimers()
  await finishWork()
  leaveBrowser()
})

const MILL_ROAD = { street: 'll791|mill road', street_name: 'Mill Road', area: '' }
/** A street on which the server refuses a claim. */
const LONG_STREET = { street: 'll791|long', street_name: 'Long '.repeat(61), area: '' }
const open = async () => {
  const claims = createPhoneClaims(new PhoneDatabase())
  await claims.ready
  return claims
}
const statesOf = (claims: Awaited<ReturnType<typeof open>>) =>
  claims.get().map(({ decided }) => decided?.state ?? 'waiting')

describe('a claim made on this phone', () => {
  it('waits without a connection, even across a reload, and is decided with one', async () => {
    server.isReachable = false
    await (await open()).claim(MILL_ROAD)
    const claims = await open()
    expect(statesOf(claims)).toEqual(['waiting'])
    server.isReachable = true
    await claims.exchange()
    expect(statesOf(claims)).toEqual(['held'])
    server.received.length = 0
    await claims.exchange()
    expect(server.received).toEqual([])
  })

  it('is lost if another phone was there first', async () => {
    server.rival = { id: 'theirs' }
    server.isReachable = false
    const claims = await open()
    await claims.claim(MILL_ROAD)
    server.isReachable = true
    await claims.exchange()
    expect(statesOf(claims)).toEqual(['lost'])
  })

  it('is decided once, although its answer was lost', async () => {
    server.losesAnswers = true
    const claims = await open()
    await claims.claim(MILL_ROAD)
    await claims.exchange()
    server.losesAnswers = false
    await claims.exchange()
    expect(server.rulings.size).toBe(1)
    expect(statesOf(claims)).toEqual(['held'])
  })

  it('is sent again after the server was restored from a backup', async () => {
    const phone = new PhoneDatabase()
    const claims = createPhoneClaims(phone)
    await streetOn(phone).read()
    await claims.claim(MILL_ROAD)
    await claims.exchange()
    server.rulings.clear()
    server.life = 'second'
    await streetOn(phone).read()
    await claims.exchange()
    expect(server.rulings.size).toBe(1)
    server.received.length = 0
    await claims.exchange()
    expect(server.received).toEqual([])
  })

  it('is released, even offline', async () => {
    server.isReachable = false
    const claims = await open()
    await claims.claim(MILL_ROAD)
    await claims.release(MILL_ROAD.street)
    server.isReachable = true
    await claims.exchange()
    expect(statesOf(claims)).toEqual(['over'])
  })

  it('is renewed by a visit in its street, but not by every visit', async () => {
    server.isReachable = false
    const claims = await open()
    await claims.claim(MILL_ROAD)
    await claims.renew(MILL_ROAD.street)
    expect(claims.get()[0]?.renewed_at).toBeNull()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    await claims.renew('ll791|other road')
    expect(claims.get()[0]?.renewed_at).toBeNull()
    await claims.renew(MILL_ROAD.street)
    expect(claims.get()[0]?.renewed_at).toBe(new Date().toISOString())
  })

  it('is forgotten once it has ended', async () => {
    server.isReachable = false
    await (await open()).claim(MILL_ROAD)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 3_600_000 + 1 })
    expect((await open()).get()).toEqual([])
  })

  it('is forgotten if the server refuses it, and does not block others', async () => {
    server.isReachable = false
    const claims = await open()
    await claims.claim(LONG_STREET)
    await claims.claim(MILL_ROAD)
    server.isReachable = true
    await claims.exchange()
    expect(claims.get()).toMatchObject([{ ...MILL_ROAD, decided: { state: 'held' } }])
  })
})
