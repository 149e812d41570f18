import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PhoneDatabase } from '../storage/database.ts'
import { findSale } from '../storage/sale-records.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import {
  callsIn,
  OTHER_SESSION,
  recordedSale,
  rowsIn,
  SESSION,
  saleAfter,
  saveWalk,
} from '../testing/sales.testing.ts'
import { giveCopyLater } from './give-copy.ts'

const AT = '2026-03-01T11:00:00.000Z'

let phone: PhoneDatabase
beforeEach(() => {
  enterBrowser()
  phone = new PhoneDatabase()
})
afterEach(leaveBrowser)

describe('a copy given after the agent went on to another sale', () => {
  const give = (given: { at?: string; number?: string } = {}) =>
    giveCopyLater(phone, SESSION, { way: 'paper', at: AT, number: '', ...given })
  const recordsOf = async () =>
    (await rowsIn(phone, 'outbox')).filter(({ kind }) => kind === 'record-copy').map(({ body }) => body)

  async function goOn(): Promise<void> {
    await saveWalk(phone, recordedSale())
    await saveWalk(phone, saleAfter(0, OTHER_SESSION))
  }

  it('is kept with its sale, and is sent after the calls of the sale', async () => {
    await goOn()
    const before = await callsIn(phone, 'outbox')
    expect(await give({ number: '1042' })).toMatchObject({ ok: true, value: { paperNumber: '1042' } })
    expect(await findSale(phone, SESSION)).toMatchObject({ copiesGiven: { paper: AT }, paperNumber: '1042' })
    expect(await callsIn(phone, 'outbox')).toEqual([...before, before.length + 1])
    expect(await recordsOf()).toEqual([{ session_id: SESSION, way: 'paper', at: AT, number: '1042' }])
  })

  it('counts once', async () => {
    await goOn()
    await give()
    await give({ at: '2026-03-02T11:00:00.000Z' })
    expect(await recordsOf()).toEqual([{ session_id: SESSION, way: 'paper', at: AT }])
  })

  it('does not change the current sale', async () => {
    await goOn()
    await give()
    expect(await phone.use((database) => database.get('marks', 'current-sale'))).toBe(OTHER_SESSION)
  })

  it('is refused for the current sale, whose next save would overwrite it', async () => {
    await saveWalk(phone, recordedSale())
    expect(await give()).toMatchObject({ ok: false, failure: { rule: 'on-screen' } })
    expect(await recordsOf()).toEqual([])
  })

  it('is refused if no paper has the number', async () => {
    await goOn()
    expect(await give({ number: 'x'.repeat(200) })).toMatchObject({
      ok: false,
      failure: { rule: 'paper-number' },
    })
    expect(await recordsOf()).toEqual([])
  })

  it('is refused for a sale that the phone no longer has', async () => {
    expect(await give()).toMatchObject({ ok: false, failure: { rule: 'gone' } })
    expect(await rowsIn(phone, 'sales')).toEqual([])
  })
})
