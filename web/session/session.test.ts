import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failed } from '#domain/kernel/result.ts'
import type { Command } from '#domain/sale/commands.ts'
import { newSale } from '#domain/sale/sale.ts'
import { reportUnsentSales } from '../http/phone-headers.ts'
import { turnedAway } from '../http/turned-away.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { readFirst } from '../storage/first-read.ts'
import { enterBrowser, type FakeBrowser, finishWork, leaveBrowser } from '../testing/browser.testing.ts'
import { FakeSaleServer, noConnection, problem } from '../testing/sale-server.testing.ts'
import {
  CUSTOMER,
  callsIn,
  LEAD,
  OTHER_SESSION,
  recordedSale,
  rowsIn,
  SESSION,
  SIGNATURE_PNG,
  SIGNED_AT,
  saleAfter,
  saveWalk,
} from '../testing/sales.testing.ts'
import { dismissToast, toastStore } from '../ui/toast-store.ts'
import { createSaleActions } from './sale-actions.ts'
import { createSession, type Session } from './session.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const LOCK = 'doorstep-sale'
const type = (field: keyof typeof CUSTOMER, value: string): Command => ({
  type: 'enter-customer',
  field,
  value,
})
const OPEN: Command[] = [
  { type: 'select-lead', lead: LEAD, localArea: 'Riverside' },
  { type: 'continue-with-lead' },
]
const TO_CUSTOMER: Command[] = [
  ...OPEN,
  { type: 'choose-package', packageId: 'standard' },
  { type: 'continue-to-contract' },
]
const ALL: Command[] = [
  ...TO_CUSTOMER,
  ...Object.entries(CUSTOMER).map(([field, value]) => type(field as keyof typeof CUSTOMER, value)),
  { type: 'confirm-customer' },
  { type: 'sign', signature: { kind: 'typed', name: 'Ada King' } },
  { type: 'submit-order', image: SIGNATURE_PNG, at: SIGNED_AT },
]

let browser: FakeBrowser
let server: FakeSaleServer
beforeEach(() => {
  browser = enterBrowser()
  server = new FakeSaleServer()
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(async () => {
  await finishWork()
  for (const { id } of toastStore.get()) dismissToast(id)
  reportUnsentSales([])
  leaveBrowser()
})

/** Opens the app in another tab, as `buildApp` does. */
async function openTab(sessionId = SESSION) {
  const phone = new PhoneDatabase()
  const { sale } = await readFirst(phone)
  const session = createSession(phone, sale ?? newSale(sessionId))
  session.start()
  return { ...session, saleActions: createSaleActions(session) }
}

async function perform({ sale }: Pick<Session, 'sale'>, commands: readonly Command[]): Promise<void> {
  for (const command of commands) {
    const dispatched = await sale.dispatch(command)
    if (!dispatched.ok) throw new Error(dispatched.failure.sentence)
  }
}

const isDelivered = (phone: PhoneDatabase) =>
  vi.waitFor(async () => {
    expect(server.sales.get(SESSION)?.status).toBe('closed-won')
    expect(await callsIn(phone, 'outbox')).toEqual([])
  })
const firstNameOn = ({ sale }: Session) => sale.get().customer.firstName
const has = (session: Session, holder: 'ours' | 'elsewhere') =>
  vi.waitFor(() => expect(session.writeLock.get()).toBe(holder))

describe('a sale at the door', () => {
  it('reaches the server whole', async () => {
    const tab = await openTab()
    await perform(tab, ALL)
    await isDelivered(tab.phone)
    expect(server.sales.get(SESSION)).toMatchObject({ customer_name: 'Ada King', lead_id: LEAD.id })
    expect(server.reports).toHaveLength(4)
    expect(browser.persist).toHaveBeenCalled()
  })

  it('waits on the phone while it is offline, and is sent when the connection returns', async () => {
    for (const name of ['POST opportunities', 'POST verify-sales']) server.instead.set(name, noConnection)
    const tab = await openTab()
    await perform(tab, ALL)
    expect(await callsIn(tab.phone, 'outbox')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    server.instead.clear()
    browser.goOnline()
    await isDelivered(tab.phone)
  })

  it('is sent when the agent returns to the app', async () => {
    server.instead.set('POST opportunities', noConnection)
    const tab = await openTab()
    await perform(tab, ALL)
    server.instead.clear()
    browser.setVisible(true)
    await isDelivered(tab.phone)
  })

  it('continues where it was after the browser was killed', async () => {
    const killed = await openTab()
    await perform(killed, [...TO_CUSTOMER, type('firstName', 'Ada')])
    browser.locks.closeHolder(LOCK)
    const { sale, phone } = await openTab('sale_never_used')
    expect(sale.get()).toMatchObject({ sessionId: SESSION, step: 3, customer: { firstName: 'Ada' } })
    expect((await rowsIn(phone, 'sales')).map(({ sessionId }) => sessionId)).toEqual([SESSION])
  })

  it('is sent by the next start if the browser was killed right after the signature', async () => {
    server.instead.set('POST opportunities', noConnection)
    await perform(await openTab(), ALL)
    browser.locks.closeHolder(LOCK)
    server.instead.clear()
    await isDelivered((await openTab()).phone)
  })

  it('shows how far it is sent', async () => {
    const tab = await openTab()
    await perform(tab, ALL)
    await isDelivered(tab.phone)
    await vi.waitFor(() => {
      expect(tab.phoneSales.get().get(SESSION)).toMatchObject({
        writes: 0,
        reports: 0,
        receipt: { corrected: false },
      })
    })
  })

  it('notes that the server refuses the phone’s key', async () => {
    server.instead.set('POST opportunities', problem(401, 'invalid-key'))
    const noted: unknown[] = []
    turnedAway.subscribe(() => noted.push(turnedAway.get()))
    const tab = await openTab()
    await perform(tab, OPEN)
    await vi.waitFor(() => expect(noted).toContain('invalid-key'))
  })
})

describe('a second tab', () => {
  it('shows each edit of the first', async () => {
    const first = await openTab()
    await perform(first, TO_CUSTOMER)
    const second = await openTab()
    await has(second, 'elsewhere')
    await perform(first, [type('firstName', 'Ada')])
    await vi.waitFor(() => expect(firstNameOn(second)).toBe('Ada'))
  })

  it('cannot change the sale', async () => {
    const first = await openTab()
    await perform(first, TO_CUSTOMER)
    const second = await openTab()
    await has(second, 'elsewhere')
    expect(await second.sale.dispatch(type('firstName', 'Bo'))).toMatchObject({
      ok: false,
      failure: { rule: 'taken-over' },
    })
    expect(firstNameOn(second)).toBe('')
    expect((await rowsIn(first.phone, 'sales'))[0]?.customer.firstName).toBe('')
  })

  it('continues the sale after it has taken over; the first tab shows what the second saves', async () => {
    const first = await openTab()
    await perform(first, [...TO_CUSTOMER, type('firstName', 'Ada')])
    const second = await openTab()
    await has(second, 'elsewhere')
    second.writeLock.takeOver()
    await has(second, 'ours')
    await has(first, 'elsewhere')
    await perform(second, [type('lastName', 'King')])
    await vi.waitFor(() =>
      expect(first.sale.get().customer).toMatchObject({ firstName: 'Ada', lastName: 'King' }),
    )
    expect(await first.sale.dispatch(type('lastName', 'Ek'))).toMatchObject({ ok: false })
    expect((await rowsIn(second.phone, 'sales'))[0]?.customer.lastName).toBe('King')
  })

  it('shows the last saved state when the first one closes, and may write it', async () => {
    const first = await openTab()
    await perform(first, TO_CUSTOMER)
    const second = await openTab()
    await has(second, 'elsewhere')
    await perform(first, [type('firstName', 'Ada')])
    browser.locks.closeHolder(LOCK)
    await has(second, 'ours')
    expect(firstNameOn(second)).toBe('Ada')
    await perform(second, [type('lastName', 'King')])
  })

  it('does not send a call twice, although both tabs send', async () => {
    const first = await openTab()
    const second = await openTab()
    await perform(first, ALL)
    second.sending.wake()
    await isDelivered(first.phone)
    expect(server.sequences).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

describe('what an agent does about a refused sale', () => {
  /** Opens a tab whose sale is refused by the server at its first call. */
  async function refusedSale() {
    server.next.push(problem(400, 'rule', 'The name is too long.'))
    const tab = await openTab()
    await perform(tab, ALL.slice(0, -2))
    await vi.waitFor(() => expect(tab.phoneSales.get().get(SESSION)?.parked).toHaveLength(1))
    return tab
  }

  it('sees the reason', async () => {
    const { phoneSales } = await refusedSale()
    expect(phoneSales.get().get(SESSION)?.parked).toMatchObject([{ reason: 'The name is too long.' }])
    expect(toastStore.get()).toEqual([])
  })

  it('retries it, and it is sent', async () => {
    const tab = await refusedSale()
    await tab.saleActions.retry(SESSION)
    await vi.waitFor(async () => expect(await callsIn(tab.phone, 'outbox')).toEqual([]))
    expect(tab.phoneSales.get().get(SESSION)?.parked).toEqual([])
  })

  it('corrects the customer; the screen and the server get the corrected name', async () => {
    const tab = await refusedSale()
    expect(await tab.saleActions.find(SESSION)).toMatchObject({ customer: CUSTOMER, contract: null })
    const corrected = await tab.saleActions.correct(SESSION, { ...CUSTOMER, firstName: 'Augusta' })
    expect(corrected).toMatchObject({ ok: true })
    expect(firstNameOn(tab)).toBe('Augusta')
    await vi.waitFor(() => expect(server.sales.get(SESSION)?.customer_name).toBe('Augusta King'))
  })

  it('cannot correct it once it is sent, and continues with it', async () => {
    const tab = await refusedSale()
    await tab.saleActions.retry(SESSION)
    await vi.waitFor(async () => expect(await callsIn(tab.phone, 'outbox')).toEqual([]))
    const corrected = await tab.saleActions.correct(SESSION, { ...CUSTOMER, firstName: 'Augusta' })
    expect(corrected).toEqual(failed('sent'))
    expect([firstNameOn(tab), tab.writeLock.get()]).toEqual(['Ada', 'ours'])
  })

  it('cannot correct it in a tab that only shows it', async () => {
    const first = await refusedSale()
    const second = await openTab()
    await has(second, 'elsewhere')
    expect(await second.saleActions.correct(SESSION, { ...CUSTOMER, firstName: 'Bo' })).toMatchObject({
      ok: false,
    })
    expect(firstNameOn(first)).toBe('Ada')
  })

  it('is warned if the phone cannot read the sale', async () => {
    const tab = await openTab()
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('damaged', 'DataError')
    })
    vi.spyOn(console, 'error').mockReturnValue()
    await tab.saleActions.retry(SESSION)
    expect(toastStore.get().map(({ text }) => text)).toEqual([
      'Not sent: This phone couldn’t open the sale. Try again',
    ])
  })

  it('does not find a sale that the phone has forgotten', async () => {
    const { saleActions } = await openTab()
    expect(await saleActions.find('sale_1_gone')).toBeUndefined()
  })
})

describe('a copy given after the agent went on to another sale', () => {
  it('is sent at once and shown', async () => {
    const before = new PhoneDatabase()
    await saveWalk(before, recordedSale(OTHER_SESSION))
    await saveWalk(before, saleAfter(0))
    const tab = await openTab()
    await vi.waitFor(async () => expect(await callsIn(tab.phone, 'outbox')).toEqual([]))
    await tab.saleActions.giveCopy(OTHER_SESSION, { way: 'paper', at: SIGNED_AT, number: '' })
    expect(tab.phoneSales.get().get(OTHER_SESSION)).toMatchObject({ paper: { at: SIGNED_AT } })
    await vi.waitFor(() =>
      expect(server.copies).toEqual([{ session_id: OTHER_SESSION, way: 'paper', at: SIGNED_AT }]),
    )
  })

  it('is refused for the sale on the screen', async () => {
    await saveWalk(new PhoneDatabase(), recordedSale())
    const tab = await openTab()
    const given = await tab.saleActions.giveCopy(SESSION, { way: 'paper', at: SIGNED_AT, number: '' })
    expect(given).toMatchObject({ failure: { rule: 'on-screen' } })
    expect(tab.sale.get().copiesGiven).toBeUndefined()
  })
})

describe('a sale that is left', () => {
  const LEAVE: Command = { type: 'start-new-sale', sessionId: OTHER_SESSION }

  it('comes back with all that was entered, even after the browser was killed', async () => {
    const tab = await openTab()
    await perform(tab, [...TO_CUSTOMER, type('idNumber', 'AB1'), LEAVE])
    expect(tab.sale.get()).toEqual(newSale(OTHER_SESSION))
    await vi.waitFor(() => expect(tab.phoneSales.get().get(SESSION)?.resumable).toBe(true))
    browser.locks.closeHolder(LOCK)
    const reopened = await openTab()
    expect(reopened.sale.get().sessionId).toBe(OTHER_SESSION)
    expect(await reopened.saleActions.resume(SESSION)).toMatchObject({ ok: true })
    expect(reopened.sale.get()).toMatchObject({ sessionId: SESSION, step: 3, customer: { idNumber: 'AB1' } })
  })

  it('cannot be continued once it is signed', async () => {
    const tab = await openTab()
    await perform(tab, [...ALL, LEAVE])
    await isDelivered(tab.phone)
    expect(await tab.saleActions.resume(SESSION)).toMatchObject({ ok: false, failure: 'gone' })
    expect(tab.sale.get().sessionId).toBe(OTHER_SESSION)
  })
})
