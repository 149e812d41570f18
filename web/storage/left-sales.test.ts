import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbox } from '../sync/outbox.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { OTHER_SESSION, rowsIn, SESSION, saleAfter, saveWalk } from '../testing/sales.testing.ts'
import { PhoneDatabase } from './database.ts'
import { forgetLeftSales } from './left-sales.ts'

const DAY_MS = 24 * 3_600_000

let phone: PhoneDatabase
beforeEach(() => {
  enterBrowser()
  phone = new PhoneDatabase()
})
afterEach(leaveBrowser)

/** Leaves a sale after this many finished steps, sent or not, and begins another. */
async function leave(steps: 0 | 1 | 3 | 4, isSent: boolean): Promise<void> {
  await saveWalk(phone, saleAfter(steps))
  const outbox = createOutbox(phone)
  if (isSent) for (const call of await rowsIn(phone, 'outbox')) await outbox.acknowledge(call)
  await saveWalk(phone, saleAfter(0, OTHER_SESSION))
}

async function keptAfter(days: number): Promise<boolean> {
  await forgetLeftSales(phone, Date.now() + days * DAY_MS)
  const kept = (await rowsIn(phone, 'sales')).map(({ sessionId }) => sessionId)
  expect(kept).toContain(OTHER_SESSION)
  const hasCalls = (await rowsIn(phone, 'sent')).length > 0
  if (!kept.includes(SESSION)) expect(hasCalls).toBe(false)
  return kept.includes(SESSION)
}

test.each([
  ['keeps', 'is a day old', 3, true, 1, true],
  ['forgets', 'is 31 days old', 3, true, 31, false],
  ['keeps', 'has something to send', 1, false, 31, true],
  ['keeps', 'is signed', 4, true, 31, true],
  ['forgets', 'never finished a step', 0, true, 0, false],
] as const)('%s a left sale that %s', async (_, __, steps, isSent, days, isKept) => {
  await leave(steps, isSent)
  expect(await keptAfter(days)).toBe(isKept)
})
