import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failed } from '#domain/kernel/result.ts'
import { turnedAway } from '../http/turned-away.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { findSale } from '../storage/sale-records.ts'
import { enterBrowser, type FakeBrowser, finishWork, leaveBrowser } from '../testing/browser.testing.ts'
import { FakeSaleServer, noConnection, problem } from '../testing/sale-server.testing.ts'
import { CUSTOMER, callsIn, OTHER_SESSION, SESSION, saleAfter, saveWalk } from '../testing/sales.testing.ts'
import { correctSale } from './correct-sale.ts'
import { findReceipt } from './receipts.ts'
import { sendCall } from './send-call.ts'
import { createSending } from './sending.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

/** Longer than the longest pause between two attempts. */
const LONG_MS = 61_000

let browser: FakeBrowser
let server: FakeSaleServer
let phone: PhoneDatabase
beforeEach(() => {
  browser = enterBrowser()
  server = new FakeSaleServer()
  vi.stubGlobal('fetch', server.fetch)
  phone = new PhoneDatabase()
})
afterEach(async () => {
  await finishWork()
  leaveBrowser()
})

/** Opens a tab of the phone. Its hooks record what the screen is notified of. */
function tab(database = phone) {
  const hooks = {
    send: vi.fn(sendCall),
    sendFirst: vi.fn(async () => {}),
    onAccepted: vi.fn(),
    onRefused: vi.fn(),
    onChanged: vi.fn(),
    onTrouble: vi.fn(),
  }
  return { sending: createSending(database, hooks), ...hooks }
}

const save = (steps: 1 | 4 = 4, sessionId = SESSION) => saveWalk(phone, saleAfter(steps, sessionId))
const isSent = (sessionId = SESSION) =>
  vi.waitFor(async () => {
    expect(await callsIn(phone, 'outbox')).toEqual([])
    expect(server.sales.get(sessionId)?.status).toBe('closed-won')
  })
const questions = () => server.names.filter((name) => name === 'POST verify-sales').length
const asked = (times: number) => vi.waitFor(() => expect(questions()).toBe(times))

/** Makes the server answer the question of which sales it has only when the test says so. */
function holdVerdicts(): { answer: (response?: Response) => void } {
  const held: PromiseWithResolvers<Response>[] = []
  server.instead.set('POST verify-sales', () => {
    const answer = Promise.withResolvers<Response>()
    held.push(answer)
    return answer.promise
  })
  return {
    answer: (response = Response.json({ ok: [SESSION], missing: [], different: [] })) =>
      held.shift()?.resolve(response),
  }
}

/** Delivers a whole sale, so that a new start verifies it. */
async function delivered(): Promise<void> {
  await save()
  tab().sending.wake()
  await isSent()
  await vi.waitFor(async () => expect(await findReceipt(phone, SESSION)).toBeDefined())
  server.received.length = 0
}

describe('a tab that is woken', () => {
  it('sends all the sales of the phone', async () => {
    await save()
    await save(4, OTHER_SESSION)
    const { sending, onAccepted, onTrouble } = tab()
    sending.wake()
    await isSent()
    await isSent(OTHER_SESSION)
    expect(onAccepted).toHaveBeenCalledTimes(16)
    expect(onTrouble).not.toHaveBeenCalled()
  })

  it('reports a change after each accepted call', async () => {
    await save(1)
    const { sending, onChanged } = tab()
    sending.wake()
    await vi.waitFor(() => expect(onChanged.mock.calls.length).toBeGreaterThanOrEqual(3))
    expect(onChanged).toHaveBeenCalledWith(SESSION)
  })

  it('reports a refusal with its reason', async () => {
    await save(1)
    server.next.push(problem(400, 'rule', 'Not allowed'))
    const { sending, onRefused } = tab()
    sending.wake()
    await vi.waitFor(() => expect(onRefused).toHaveBeenCalledOnce())
    expect(onRefused).toHaveBeenCalledWith(expect.objectContaining({ sequence: 1 }), 'Not allowed')
  })

  it('tries again by itself after the connection has failed', async () => {
    await save()
    server.instead.set('POST opportunities', noConnection)
    const { sending } = tab()
    sending.wake()
    await vi.waitFor(() => expect(server.received).not.toEqual([]))
    server.instead.clear()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    await isSent()
  })

  it.each(['invalid-key', 'sign-in-needed', 'phone-unknown'])(
    'notes that the phone is turned away with %s, and then that its sales are accepted again',
    async (code) => {
      await save()
      server.next.push(problem(401, code))
      const noted: unknown[] = []
      turnedAway.subscribe(() => noted.push(turnedAway.get()))
      const { sending } = tab()
      sending.wake()
      // It also tries again by itself soon, perhaps before we look.
      await vi.waitFor(() => expect(noted[0]).toBe(code))
      sending.wake()
      await isSent()
      expect(noted).toEqual([code, undefined])
    },
  )

  it('does not consider a paused phone active because its sales are accepted', async () => {
    turnedAway.set('phone-suspended')
    await save()
    tab().sending.wake()
    await isSent()
    expect(turnedAway.get()).toBe('phone-suspended')
    turnedAway.set(undefined)
  })

  it('reports trouble with the storage, and continues once it works again', async () => {
    await save()
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAllKeys').mockImplementation(() => {
      throw new DOMException('damaged', 'DataError')
    })
    const { sending, onTrouble } = tab()
    sending.wake()
    await vi.waitFor(() => expect(onTrouble).toHaveBeenCalled())
    read.mockRestore()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    await isSent()
  })
})

describe('two tabs', () => {
  it('send each call once', async () => {
    await save()
    for (const { sending } of [tab(), tab(new PhoneDatabase())]) sending.wake()
    await isSent()
    expect(server.sequences).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('refuse a correction that arrives while the last calls of its sale are sent', async () => {
    await save()
    const first = tab()
    const begun = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    first.send.mockImplementation(async (call, ...more) => {
      if (call.sequence === 5) {
        begun.resolve()
        await held.promise
      }
      return sendCall(call, ...more)
    })
    first.sending.wake()
    await begun.promise
    const email = { ...CUSTOMER, email: 'other@example.org' }
    const corrected = correctSale(new PhoneDatabase(), SESSION, email, 'tab')
    held.resolve()
    expect(await corrected).toEqual(failed('sent'))
    expect((await findSale(phone, SESSION))?.customer).toEqual(CUSTOMER)
    expect(server.sales.get(SESSION)?.customer_email).toBe(CUSTOMER.email)
    await isSent()
  })

  it('send the sale anyway if the tab that began is frozen', async () => {
    await save()
    void browser.locks.request(`doorstep-send-${SESSION}`, {}, () => new Promise(() => {}))
    const timeout = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
    tab().sending.wake()
    await vi.waitFor(() => expect(AbortSignal.timeout).toHaveBeenCalled())
    expect(server.received).toEqual([])
    vi.mocked(AbortSignal.timeout).mockRestore()
    timeout.abort(new DOMException('', 'TimeoutError'))
    await isSent()
  })
})

describe('whether the server still has what it accepted', () => {
  it('is verified once after the start', async () => {
    await delivered()
    const { sending, onChanged } = tab()
    sending.wake()
    await asked(1)
    await vi.waitFor(() => expect(onChanged).toHaveBeenCalledWith(SESSION))
    sending.wake()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect(questions()).toBe(1)
  })

  it('is verified again after a reconnect', async () => {
    await delivered()
    const { sending, onChanged } = tab()
    sending.wake()
    await vi.waitFor(() => expect(onChanged).toHaveBeenCalledWith(SESSION))
    sending.wakeAndVerify()
    await asked(2)
  })

  it('is verified once more if another request arrives meanwhile', async () => {
    await delivered()
    const verdicts = holdVerdicts()
    const { sending } = tab()
    sending.wakeAndVerify()
    await asked(1)
    sending.wakeAndVerify()
    verdicts.answer()
    await asked(2)
    verdicts.answer()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect(questions()).toBe(2)
  })

  it('is verified at the next wake if the server could not be asked', async () => {
    await delivered()
    server.instead.set('POST verify-sales', noConnection)
    const { sending } = tab()
    sending.wake()
    await asked(1)
    server.instead.clear()
    await vi.waitFor(() => {
      sending.wake()
      expect(questions()).toBeGreaterThan(1)
    })
  })

  it('brings back a sale that a restored server has lost', async () => {
    await delivered()
    server.forget(SESSION)
    tab().sending.wake()
    await vi.waitFor(() => expect(server.sales.get(SESSION)?.status).toBe('closed-won'))
    await isSent()
  })

  it('brings back the sales it has found even if the verification is incomplete', async () => {
    await delivered()
    await save(4, OTHER_SESSION)
    tab().sending.wake()
    await isSent(OTHER_SESSION)
    server.forget(SESSION)
    const row = server.sales.get(OTHER_SESSION)
    if (row) server.sales.set(OTHER_SESSION, { ...row, customer_name: 'Bo Ek' } as unknown as typeof row)
    server.instead.set('GET opportunities', noConnection)
    tab().sending.wake()
    await vi.waitFor(() => expect(server.sales.get(SESSION)?.status).toBe('closed-won'))
  })

  it('is reported as trouble if the phone cannot read', async () => {
    await delivered()
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('damaged', 'DataError')
    })
    const { sending, onTrouble } = tab()
    sending.wake()
    await vi.waitFor(() => expect(onTrouble).toHaveBeenCalled())
    expect(questions()).toBe(0)
  })
})

describe('a sale at a door on the do-not-knock register', () => {
  const refuseUnsigned = () => {
    const refusal = problem(422, 'lead_is_not_on_register', 'Do not knock')
    server.instead.set('POST opportunities', refusal)
  }
  const parked = async () => (await phone.use((database) => database.getAll('parked'))).length

  it('is refused, waits, and is sent automatically once it is signed', async () => {
    refuseUnsigned()
    await save(1)
    const { sending } = tab()
    sending.wake()
    await vi.waitFor(async () => expect(await parked()).toBe(1))
    expect(server.received.every(({ headers }) => headers.get('x-signed') === null)).toBe(true)
    server.instead.clear()
    await save(4)
    sending.wake()
    await isSent()
    const creation = server.received.findLast(({ name }) => name === 'POST opportunities')
    expect(creation?.headers.get('x-signed')).toBe('1')
    expect(await parked()).toBe(0)
  })

  it('waits for a person if it is refused although it is signed', async () => {
    refuseUnsigned()
    await save(4)
    tab().sending.wake()
    await vi.waitFor(async () => expect(await parked()).toBe(1))
    expect(server.names.filter((name) => name === 'POST opportunities')).toHaveLength(1)
  })
})
