import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PhoneReport } from '#protocol/phones.ts'
import { turnedAway } from '../http/turned-away.ts'
import { phoneId } from '../storage/phone-id.ts'
import { enterBrowser, finishWork, leaveBrowser } from '../testing/browser.testing.ts'
import { newOutbox } from '../testing/outbox.testing.ts'
import { createPhoneReporting } from './phone-report.ts'
import { phoneState } from './phone-state.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const reports: PhoneReport[] = []
let isReachable: boolean
let answer: () => Response
beforeEach(() => {
  enterBrowser()
  reports.length = 0
  isReachable = true
  answer = () => Response.json({ name: 'Phone A' })
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    expect(path).toBe('/functions/v1/phones')
    reports.push(JSON.parse(String(body)))
    return answer()
  })
})
afterEach(async () => {
  await finishWork()
  turnedAway.set(undefined)
  leaveBrowser()
})

it('says what waits on the phone, and how much of it is signed or refused', async () => {
  const { phone, save, park, waiting } = newOutbox()
  const report = createPhoneReporting(phone)
  await report()
  await save(4)
  await save(2, 'sale_1700000000000_b')
  await report()
  await park(1)
  await report()
  expect(reports).toEqual([
    {
      id: await phoneId(phone),
      is_installed: false,
      is_kept: true,
      area: null,
      unsent_sales: 0,
      unsent_signed: 0,
      unsent_since: null,
      refused_sales: 0,
    },
    expect.objectContaining({
      unsent_sales: 2,
      unsent_signed: 1,
      unsent_since: (await waiting(1)).at,
      refused_sales: 0,
    }),
    expect.objectContaining({ unsent_sales: 2, refused_sales: 1 }),
  ])
})

it('does not count a refused report to the automation service as a refused sale', async () => {
  const { phone, save, park } = newOutbox()
  await save(1)
  await park(2)
  await createPhoneReporting(phone)()
  expect(reports).toMatchObject([{ unsent_sales: 1, refused_sales: 0 }])
})

it('reports again after a minute, or at once if something has changed', async () => {
  const { phone, save } = newOutbox()
  const report = createPhoneReporting(phone)
  await report()
  await report()
  expect(reports).toHaveLength(1)
  await save(1)
  await report()
  expect(reports).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(60_000)
  await report()
  expect(reports).toHaveLength(3)
})

it('repeats a report that did not arrive', async () => {
  const report = createPhoneReporting(newOutbox().phone)
  isReachable = false
  await report()
  isReachable = true
  await report()
  expect(reports).toHaveLength(1)
})

it.each([
  ['suspended', 'phone-suspended'],
  ['wiping', 'phone-suspended'],
  ['active', undefined],
  [null, undefined],
] as const)('notes that the office wants the phone to be %s', async (state, why) => {
  turnedAway.set('sign-in-needed')
  answer = () => Response.json({ name: 'Phone A', state })
  await createPhoneReporting(newOutbox().phone)()
  expect([phoneState.get(), turnedAway.get()]).toEqual([state, why])
})

it('reports repeatedly while the phone is turned away', async () => {
  answer = () => Response.json({ name: 'Phone A', state: 'suspended' })
  const report = createPhoneReporting(newOutbox().phone)
  await report()
  await report()
  answer = () => Response.json({ name: 'Phone A', state: 'active' })
  await report()
  await report()
  expect(reports).toHaveLength(3)
  expect(turnedAway.get()).toBeUndefined()
})

it('keeps the known state if the report is refused', async () => {
  phoneState.set('suspended')
  answer = () => Response.json({ code: 'phone-unknown', message: 'No.' }, { status: 401 })
  await createPhoneReporting(newOutbox().phone)()
  expect([phoneState.get(), turnedAway.get()]).toEqual(['suspended', 'phone-unknown'])
})
