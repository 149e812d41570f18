import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isOnRegister, placeOfDoor } from '#domain/street/do-not-knock.ts'
import type { DoorEntry } from '#protocol/register.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { enterBrowser, finishWork, leaveBrowser } from '../testing/browser.testing.ts'
import { createPhoneRegister } from './phone-register.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const DOOR = { street_address: '12 Mill Road', postcode: 'LL79 1AB' }

/** A server with a register that answers as Doorstep does. */
class FakeRegister {
  isReachable = true
  /** The server does its work, but its answer is lost. */
  losesAnswers = false
  readonly entries = new Map<string, DoorEntry & { isLifted: boolean }>()
  readonly names: string[] = []

  fetch = async (_path: string, { method = 'GET', body, headers }: RequestInit = {}): Promise<Response> => {
    this.names.push(method)
    if (!this.isReachable) throw new TypeError('Failed to fetch')
    const answer = method === 'POST' ? this.#enter(JSON.parse(String(body))) : this.#list(headers)
    if (this.losesAnswers) throw new TypeError('Failed to fetch')
    return answer
  }

  #list(headers: RequestInit['headers']): Response {
    const listed = [...this.entries.values()].filter(({ isLifted }) => !isLifted)
    const register = listed.map(({ id, scope, at, ...door }) => {
      return { id, scope, at, reason: 'asked', ...placeOfDoor(door) }
    })
    const text = JSON.stringify({ life: 'first', doors: [], register })
    const etag = `"${text.length}-${listed.map(({ id }) => id).join()}"`
    if (new Headers(headers).get('if-none-match') === etag) return new Response(null, { status: 304 })
    return new Response(text, { headers: { etag } })
  }

  #enter(given: DoorEntry[]): Response {
    if (given.some(({ street_address }) => street_address === ''))
      return Response.json({ code: 'PGRST102', message: 'No place.' }, { status: 400 })
    for (const entry of given) {
      const known = this.entries.get(entry.id)
      const isLifted = known?.isLifted || entry.undone === true
      this.entries.set(entry.id, { ...entry, ...known, isLifted })
    }
    const stored = given.map(({ id }) => ({
      id,
      lifted_at: this.entries.get(id)?.isLifted ? '2026-11-25T00:00:00.000Z' : null,
    }))
    return Response.json(stored)
  }

  lift(id: string): void {
    const entry = this.entries.get(id)
    if (entry) this.entries.set(id, { ...entry, isLifted: true })
  }
}

let server: FakeRegister
let phone: PhoneDatabase
beforeEach(() => {
  enterBrowser()
  server = new FakeRegister()
  vi.stubGlobal('fetch', server.fetch)
  phone = new PhoneDatabase()
})
afterEach(async () => {
  await finishWork()
  leaveBrowser()
})

const open = async (database = phone) => {
  const register = createPhoneRegister(database)
  await register.ready
  return register
}
const isClosed = (register: Awaited<ReturnType<typeof open>>) => isOnRegister(DOOR, register.get())
const isOnServer = () => vi.waitFor(() => expect(server.entries.size).toBe(1))

describe('an entry made on this phone', () => {
  it('counts at once and after a reload, without a connection', async () => {
    server.isReachable = false
    const register = await open()
    expect(isClosed(register)).toBe(false)
    await register.enter(DOOR, 'household')
    expect(isClosed(register)).toBe(true)
    expect(isClosed(await open(new PhoneDatabase()))).toBe(true)
  })

  it('is sent with its phone once the connection is back, and still counts', async () => {
    server.isReachable = false
    const register = await open()
    const id = await register.enter(DOOR, 'sticker')
    server.isReachable = true
    await register.exchange()
    expect(server.entries.get(id)).toMatchObject({ ...DOOR, id, scope: 'sticker', phone: expect.any(String) })
    expect(isClosed(register)).toBe(true)
    expect(isClosed(await open(new PhoneDatabase()))).toBe(true)
  })

  it('is sent only once', async () => {
    const register = await open()
    await register.enter(DOOR, 'household')
    await isOnServer()
    await register.exchange()
    await register.exchange()
    server.names.length = 0
    await register.exchange()
    expect(server.names).toEqual(['GET'])
  })

  it('no longer counts once it is taken back, even if it was never sent', async () => {
    server.isReachable = false
    const register = await open()
    const id = await register.enter(DOOR, 'household')
    await register.undo(id)
    expect(isClosed(register)).toBe(false)
    server.isReachable = true
    await register.exchange()
    expect(server.entries.get(id)).toMatchObject({ isLifted: true })
  })

  it('no longer counts once the office has lifted it', async () => {
    const register = await open()
    const id = await register.enter(DOOR, 'household')
    await isOnServer()
    await register.exchange()
    server.lift(id)
    await register.exchange()
    expect(isClosed(register)).toBe(false)
  })

  it('does not block others if the server refuses its address', async () => {
    server.isReachable = false
    const register = await open()
    await register.enter({ street_address: '', postcode: '' }, 'household')
    await register.enter(DOOR, 'household')
    server.isReachable = true
    await register.exchange()
    await isOnServer()
    server.names.length = 0
    await register.exchange()
    expect(server.names).toEqual(['GET'])
  })

  it('is sent again if the server is restored to a backup from before it', async () => {
    const register = await open()
    await register.enter(DOOR, 'household')
    await isOnServer()
    await register.exchange()
    server.entries.clear()
    await register.exchange()
    await isOnServer()
    expect(isClosed(register)).toBe(true)
  })
})

describe('an entry of another phone', () => {
  it('counts after the next exchange, and after a reload without a connection', async () => {
    const register = await open()
    server.entries.set('a', { ...DOOR, id: 'a', scope: 'household', at: '2026-11-25', isLifted: false })
    await register.exchange()
    expect(isClosed(register)).toBe(true)
    server.isReachable = false
    const reloaded = await open(new PhoneDatabase())
    await reloaded.exchange()
    expect(isClosed(reloaded)).toBe(true)
  })
})

it('does not lose or double an entry, however connection and app fail', async () => {
  let runs = 0
  let total = 0
  const step = fc.constantFrom('enter', 'undo', 'offline', 'online', 'lose answers', 'reload', 'exchange')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      let register = await open(new PhoneDatabase())
      runs += 1
      const made = new Map<string, { door: typeof DOOR; undone: boolean }>()
      for (const [index, one] of steps.entries()) {
        server.isReachable = one === 'offline' ? false : one === 'online' || server.isReachable
        server.losesAnswers = one === 'lose answers' || (server.losesAnswers && one !== 'online')
        if (one === 'enter') {
          const door = { ...DOOR, street_address: `${runs}, ${index + 1} Mill Road` }
          made.set(await register.enter(door, 'household'), { door, undone: false })
        }
        const [id, entry] = [...made].at(-1) ?? []
        if (one === 'undo' && id && entry) {
          await register.undo(id)
          made.set(id, { ...entry, undone: true })
        }
        if (one === 'reload') register = await open(new PhoneDatabase())
        if (one === 'exchange') await register.exchange()
        for (const { door, undone } of made.values()) expect(isOnRegister(door, register.get())).toBe(!undone)
      }
      server.isReachable = true
      server.losesAnswers = false
      await register.exchange()
      await register.exchange()
      for (const [id, { undone }] of made) expect(server.entries.get(id)?.isLifted).toBe(undone)
      total += made.size
      expect(server.entries.size).toBe(total)
    }),
    { numRuns: 60 },
  )
})

it('shows what another tab of this phone enters', async () => {
  const [one, other] = [await open(), await open(new PhoneDatabase())]
  await one.enter(DOOR, 'household')
  await vi.waitFor(() => expect(isClosed(other)).toBe(true))
})
