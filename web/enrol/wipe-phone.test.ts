import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepSlice } from '../premises/kept-slice.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { readUnsentCount, saveUnsentCount } from '../storage/eviction.ts'
import { createSecondCopies } from '../storage/second-copies.ts'
import { readSignedUnsent, readUnsent } from '../storage/unsent.ts'
import { enterBrowser, type FakeBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { newOutbox } from '../testing/outbox.testing.ts'
import { callsIn, rowsIn, SESSION } from '../testing/sales.testing.ts'
import { wipePhone } from './wipe-phone.ts'

const ALL = [1, 2, 3, 4, 5, 6, 7, 8]

let browser: FakeBrowser
let kept: { local: () => void; session: () => void; unregister: () => Promise<boolean> }
beforeEach(() => {
  browser = enterBrowser()
  kept = { local: vi.fn(), session: vi.fn(), unregister: vi.fn(async () => true) }
  vi.stubGlobal('localStorage', { clear: kept.local })
  vi.stubGlobal('sessionStorage', { clear: kept.session })
  Object.assign(navigator, {
    serviceWorker: { getRegistrations: async () => [{ unregister: kept.unregister }] },
  })
})
afterEach(leaveBrowser)

const names = async () => (await indexedDB.databases()).map(({ name }) => name)
const own = (phone: PhoneDatabase, name: 'own-visits' | 'own-entries' | 'own-claims', list: object[]) =>
  phone.use((database) => database.put('marks', JSON.stringify(list), name))

it('deletes nothing while a sale can still be sent', async () => {
  const { phone, save, acknowledge } = newOutbox()
  await save(4)
  await createSecondCopies(phone).update(SESSION)
  await acknowledge(1, 2, 3)
  expect(await wipePhone(phone)).toMatchObject({ sales: 1, refused: 0 })
  expect(await callsIn(phone, 'outbox')).toEqual([4, 5, 6, 7, 8])
  expect(await browser.caches.keys()).toEqual(['doorstep-second-copies'])
  expect(kept.local).not.toHaveBeenCalled()
  expect(kept.unregister).not.toHaveBeenCalled()
})

it.each([
  ['a visit', 'own-visits'],
  ['an entry of the register', 'own-entries'],
  ['a claim', 'own-claims'],
] as const)('deletes nothing while %s waits', async (_what, name) => {
  const { phone, save, acknowledge } = newOutbox()
  await save(4)
  await acknowledge(...ALL)
  await own(phone, name, [{ isSent: false }])
  expect(await wipePhone(phone)).toMatchObject({ sales: 0, hasOthers: true })
  expect(await rowsIn(phone, 'sales')).toHaveLength(1)
})

it('deletes everything that the app kept once all is sent, including the sale in progress', async () => {
  const { phone, save, acknowledge } = newOutbox()
  await save(4)
  await createSecondCopies(phone).update(SESSION)
  await acknowledge(...ALL)
  await save(1, 'sale_1700000000000_b')
  await phone.use((database) => database.clear('outbox'))
  await own(phone, 'own-visits', [{ isSent: true }, { isSent: false, refusal: 'No' }])
  await own(phone, 'own-entries', [{ isSent: false, isRefused: true }])
  await keepSlice({ etag: null, bytes: null })
  saveUnsentCount(2)
  expect(await wipePhone(phone)).toEqual({ sales: 0, refused: 0, hasOthers: false })
  expect(await names()).toEqual([])
  expect(await browser.caches.keys()).toEqual([])
  expect(readUnsentCount()).toBeUndefined()
  for (const done of Object.values(kept)) expect(done).toHaveBeenCalledOnce()
  expect(await rowsIn(new PhoneDatabase(), 'marks')).toEqual([])
})

it('deletes a sale that the server refused, and says so', async () => {
  const { phone, save, acknowledge, park } = newOutbox()
  await save(4)
  await acknowledge(1)
  await park(3)
  await acknowledge(2)
  expect(await wipePhone(phone)).toEqual({ sales: 0, refused: 1, hasOthers: false })
  expect(await names()).toEqual([])
})

it('can be repeated on a phone that is already empty', async () => {
  await wipePhone(new PhoneDatabase())
  expect(await wipePhone(new PhoneDatabase())).toEqual({ sales: 0, refused: 0, hasOthers: false })
})

it('counts waiting calls as the outbox does: a refused report blocks nothing', async () => {
  const { phone, save, acknowledge, park } = newOutbox()
  await save(4)
  await acknowledge(1)
  await park(2)
  expect(await readUnsent(phone)).toEqual({ sales: 1, refused: 0, hasOthers: false })
  await acknowledge(3, 4, 5, 6, 7, 8)
  expect(await readUnsent(phone)).toMatchObject({ sales: 0, refused: 1 })
})

it('counts signed sales that the server does not know separately from those that were begun there', async () => {
  const { phone, save, acknowledge } = newOutbox()
  await save(2)
  expect(await readSignedUnsent(phone)).toEqual({ fresh: 0, begun: 0 })
  await save(4)
  await save(4, 'sale_1700000000000_b')
  expect(await readSignedUnsent(phone)).toEqual({ fresh: 2, begun: 0 })
  await acknowledge(1)
  expect(await readSignedUnsent(phone)).toEqual({ fresh: 1, begun: 1 })
})
