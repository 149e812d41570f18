import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { foldDoor } from '#domain/street/door.ts'
import type { Visit } from '#domain/street/visit.ts'
import type { VisitCall } from '#protocol/visits.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { enterBrowser, finishWork, leaveBrowser } from '../testing/browser.testing.ts'
import { createPhoneVisits } from './phone-visits.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

/** A server that stores visits and folds doors, as Doorstep does. It knows every lead but `gone`. */
class FakeStreet {
  isReachable = true
  losesAnswers = false
  answersReads = true
  life = 'first'
  readonly visits = new Map<string, Visit>()
  readonly sizes: number[] = []

  fetch = async (_path: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> => {
    if (!this.isReachable || (method === 'GET' && !this.answersReads)) throw new TypeError('Failed to fetch')
    if (method === 'GET')
      return Response.json(
        { life: this.life, doors: this.doors() },
        { headers: { etag: `"${this.life}-${this.visits.size}"` } },
      )
    const given = JSON.parse(String(body)) as VisitCall[]
    this.sizes.push(given.length)
    if (given.some(({ lead_id }) => lead_id === 'gone'))
      return Response.json({ code: '23503', message: 'No such lead.' }, { status: 409 })
    for (const call of given)
      this.visits.set(call.id, { received_at: new Date().toISOString(), ...call } as Visit)
    if (this.losesAnswers) throw new TypeError('Failed to fetch')
    return Response.json(given)
  }

  /** Restores the backup from before every visit. */
  restore(): void {
    this.visits.clear()
    this.life = 'second'
  }

  doors() {
    return [...Map.groupBy(this.visits.values(), ({ lead_id }) => lead_id)].map(([lead_id, visits]) => {
      const { callBack: _, spoke: __, ...door } = foldDoor(visits)
      return { lead_id, ...door }
    })
  }
}

let server: FakeStreet
let phone: PhoneDatabase
beforeEach(() => {
  enterBrowser()
  server = new FakeStreet()
  vi.stubGlobal('fetch', server.fetch)
  phone = new PhoneDatabase()
})
afterEach(async () => {
  await finishWork()
  leaveBrowser()
})

const leadAt = (id: string) => ({ id, street_address: '12 Mill Road' })
const open = async (database = phone) => {
  const visits = createPhoneVisits(database)
  await visits.ready
  return visits
}
const stateOf = (visits: Awaited<ReturnType<typeof open>>, lead = 'a') => visits.get().doors.get(lead)?.state

describe('a visit noted on this phone', () => {
  it('counts at once and after a reload, without a connection', async () => {
    server.isReachable = false
    const visits = await open()
    await visits.note(leadAt('a'), 'refused')
    expect(stateOf(visits)).toBe('refused')
    expect(stateOf(await open(new PhoneDatabase()))).toBe('refused')
  })

  it('is stored once, although its answer was lost', async () => {
    server.losesAnswers = true
    const visits = await open()
    await visits.note(leadAt('a'), 'empty')
    await visits.exchange()
    server.losesAnswers = false
    await visits.exchange()
    expect(server.visits.size).toBe(1)
    server.sizes.length = 0
    await visits.exchange()
    expect(server.sizes).toEqual([])
  })

  it('is taken back by another one, whether it was sent or not', async () => {
    server.isReachable = false
    const visits = await open()
    await visits.undo(await visits.note(leadAt('a'), 'call-back', { call_back_on: '2026-03-05' }))
    expect(stateOf(visits)).toBe('unvisited')
    server.isReachable = true
    const id = await visits.note(leadAt('b'), 'refused')
    await visits.exchange()
    await visits.undo(id)
    await visits.exchange()
    expect([stateOf(visits), stateOf(visits, 'b')]).toEqual(['unvisited', 'unvisited'])
    expect(server.doors().map(({ state }) => state)).toEqual(['unvisited', 'unvisited'])
  })

  it('no longer closes its door once the office has lifted the entry', async () => {
    const visits = await open()
    const id = await visits.note(leadAt('a'), 'do-not-knock')
    await visits.exchange()
    server.visits.set('lift', { ...(server.visits.get(id) as Visit), id: 'lift', undoes: id })
    await visits.exchange()
    expect(stateOf(visits)).toBe('unvisited')
    expect(stateOf(await open(new PhoneDatabase()))).toBe('unvisited')
  })

  it('does not block others if the server has no such lead', async () => {
    server.isReachable = false
    const visits = await open()
    await visits.note(leadAt('gone'), 'empty')
    await visits.note(leadAt('a'), 'empty')
    server.isReachable = true
    await visits.exchange()
    expect([...server.visits.values()]).toMatchObject([{ lead_id: 'a' }])
    const refused = () => visits.get().own.filter(({ refusal, isRead }) => refusal && !isRead)
    expect(refused()).toMatchObject([
      { place: '12 Mill Road', refusal: 'The office no longer has this door' },
    ])
    expect(stateOf(visits, 'gone')).toBeUndefined()
    await visits.markRead()
    expect(refused()).toEqual([])
  })

  it('is sent again after a restore, if it was sent before the phone had read the street', async () => {
    server.answersReads = false
    const visits = await open()
    await visits.note(leadAt('a'), 'refused')
    await visits.exchange()
    expect(server.visits.size).toBe(1)
    server.restore()
    server.answersReads = true
    await visits.exchange()
    await visits.exchange()
    expect(server.visits.size).toBe(1)
  })

  it('is sent again once, if the server is restored to a backup from before it', async () => {
    const visits = await open()
    await visits.undo(await visits.note(leadAt('a'), 'empty'))
    await visits.note(leadAt('b'), 'refused')
    await visits.exchange()
    server.restore()
    await visits.exchange()
    expect(stateOf(visits, 'b')).toBe('refused')
    const reloaded = await open(new PhoneDatabase())
    await reloaded.exchange()
    expect(server.doors().map(({ state }) => state)).toEqual(['unvisited', 'refused'])
    server.sizes.length = 0
    await reloaded.exchange()
    await reloaded.exchange()
    expect(server.sizes).toEqual([])
    expect(stateOf(reloaded, 'b')).toBe('refused')
  })
})

it('shows what another phone noted, with its own visit on top', async () => {
  const visit = {
    id: 'x',
    lead_id: 'a',
    outcome: 'call-back',
    call_back_on: '2026-03-05',
    call_back_at: '17:30',
    undoes: null,
  }
  server.visits.set('x', { ...visit, occurred_at: '2026-03-02T10:00:00.000Z', received_at: null } as Visit)
  const visits = await open()
  await visits.exchange()
  expect(visits.get().doors.get('a')).toMatchObject({ state: 'call-back', next_at: '17:30' })
  server.isReachable = false
  await visits.note(leadAt('a'), 'no-answer')
  expect(visits.get().doors.get('a')).toMatchObject({ state: 'call-back', last_outcome: 'no-answer' })
  await visits.note(leadAt('a'), 'refused')
  expect(stateOf(visits)).toBe('refused')
})

it('keeps the order of visits noted in the same millisecond', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-02T10:00:00.000Z'))
  const visits = await open()
  for (const outcome of ['no-answer', 'no-access', 'empty', 'refused'] as const)
    await visits.note(leadAt('a'), outcome)
  vi.mocked(Date.now).mockRestore()
  expect(stateOf(visits)).toBe('refused')
})

it('has the id of the entry that closes its door, so that the server does not make a second one', async () => {
  const visits = await open()
  expect(await visits.note(leadAt('a'), 'do-not-knock', { id: 'entry' })).toBe('entry')
  await vi.waitFor(() => expect([...server.visits.keys()]).toEqual(['entry']))
})
