import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failed, success } from '#domain/kernel/result.ts'
import type { Customer } from '#domain/sale/sale.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { findSale } from '../storage/sale-records.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import {
  CUSTOMER,
  callsIn,
  OTHER_SESSION,
  rowsIn,
  SESSION,
  SIGNATURE_PNG,
  saleAfter,
  saveWalk,
} from '../testing/sales.testing.ts'
import { correctSale } from './correct-sale.ts'
import { createOutbox } from './outbox.ts'

const TAKEN_OVER = { ok: false, failure: 'taken-over' }

let phone: PhoneDatabase
beforeEach(() => {
  enterBrowser()
  phone = new PhoneDatabase()
})
afterEach(leaveBrowser)

describe('the correction of a sale', () => {
  const corrected: Customer = { ...CUSTOMER, firstName: 'Augusta', email: 'augusta@example.org' }
  const names = async () =>
    (await rowsIn(phone, 'outbox')).flatMap(({ kind, body }) => {
      if (kind === 'report-progress') return body.name
      return 'customer_name' in body ? body.customer_name : undefined
    })

  it('changes the sale and each waiting call that names the customer', async () => {
    await saveWalk(phone, saleAfter(3))
    expect(await correctSale(phone, SESSION, corrected, 'tab')).toEqual(success(undefined))
    expect(await findSale(phone, SESSION)).toMatchObject({ customer: corrected, confirmed: corrected })
    expect(await names()).toEqual([undefined, '', undefined, '', 'Augusta King', 'Augusta King'])
  })

  it('never changes the name in a signed agreement', async () => {
    await saveWalk(phone, saleAfter(4))
    await correctSale(phone, SESSION, corrected, 'tab')
    const sale = await findSale(phone, SESSION)
    expect(sale?.customer).toEqual({ ...CUSTOMER, email: 'augusta@example.org' })
    expect(sale?.contract?.signature).toBe(SIGNATURE_PNG)
    expect(await names()).toContain('Ada King')
    expect(await names()).not.toContain('Augusta King')
  })

  it.each([
    ['voids a signature if the name changes', { firstName: 'Augusta' }, false],
    ['keeps a signature if only the email changes', { email: 'other@example.org' }, true],
  ])('%s, before the order is submitted', async (_title, change, keeps) => {
    const { sale, calls } = saleAfter(3)
    const signed = { ...sale, signature: { kind: 'typed' as const, name: 'Ada King' } }
    await saveWalk(phone, { sale: signed, calls })
    await correctSale(phone, SESSION, { ...CUSTOMER, ...change }, 'tab')
    expect((await findSale(phone, SESSION))?.signature !== null).toBe(keeps)
  })

  it('lets refused calls be sent again', async () => {
    await saveWalk(phone, saleAfter(1))
    const outbox = createOutbox(phone)
    const [create] = await rowsIn(phone, 'outbox')
    if (create) await outbox.park(create, 'Name too long')
    expect(await outbox.nextCall(SESSION)).toBeUndefined()
    await correctSale(phone, SESSION, corrected, 'tab')
    expect(await callsIn(phone, 'parked')).toEqual([])
    expect(await outbox.nextCall(SESSION)).toMatchObject({ sequence: 1 })
  })

  it('is refused for the current sale if another tab is writing it', async () => {
    await saveWalk(phone, saleAfter(3), 'first')
    expect(await correctSale(phone, SESSION, corrected, 'second')).toEqual(TAKEN_OVER)
    expect((await findSale(phone, SESSION))?.customer).toEqual(CUSTOMER)
  })

  it('is possible from any tab for an earlier sale', async () => {
    await saveWalk(phone, saleAfter(4), 'first')
    await saveWalk(phone, saleAfter(0, OTHER_SESSION), 'first')
    const email = { ...CUSTOMER, email: 'other@example.org' }
    expect(await correctSale(phone, SESSION, email, 'second')).toEqual(success(undefined))
    expect((await findSale(phone, SESSION))?.customer).toEqual(email)
  })

  it('is refused once the server has every write of the sale', async () => {
    await saveWalk(phone, saleAfter(1))
    const outbox = createOutbox(phone)
    for (const call of await rowsIn(phone, 'outbox')) await outbox.acknowledge(call)
    expect(await correctSale(phone, SESSION, corrected, 'tab')).toEqual(failed('sent'))
    expect((await findSale(phone, SESSION))?.customer).not.toEqual(corrected)
  })

  it('is refused for a sale that the phone no longer has', async () => {
    expect(await correctSale(phone, SESSION, corrected, 'tab')).toEqual(failed('sent'))
    expect(await rowsIn(phone, 'sales')).toEqual([])
  })
})
