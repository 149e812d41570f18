import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { FakeSaleServer, noConnection, problem, proxy } from '../testing/sale-server.testing.ts'
import { LEAD, OTHER_SESSION, SESSION, saleAfter } from '../testing/sales.testing.ts'
import { dismissToast, toastStore } from '../ui/toast-store.ts'
import { pushNewSale } from './call-toasts.ts'
import { logRefusal } from './log-refusal.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

let server: FakeSaleServer
beforeEach(() => {
  enterBrowser()
  server = new FakeSaleServer()
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(() => {
  for (const { id } of toastStore.get()) dismissToast(id)
  leaveBrowser()
})

const callOf = (sequence: number): SaleCall => {
  const call = saleAfter(4).calls[sequence - 1]
  if (!call) throw new Error(`A sale has no call ${sequence}.`)
  return call
}
const shown = () => toastStore.get().map(({ text, tone }) => [tone, text])

describe('a refused call', () => {
  it.each([1, 3, 5, 7])('is left to the screens if it is a write (%i)', (sequence) => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    logRefusal(callOf(sequence), 'The package is unknown.')
    expect(shown()).toEqual([])
    expect(log).not.toHaveBeenCalled()
  })

  it.each([2, 4, 6, 8])('is only logged if it is a report (%i)', (sequence) => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    logRefusal(callOf(sequence), 'The step is unknown.')
    expect(shown()).toEqual([])
    expect(log).toHaveBeenCalledOnce()
  })
})

describe('the push of a new sale to the CRM', () => {
  const current = () => saleAfter(2).sale

  it('is asked for once the server has the sale, with what the phone knows of it', async () => {
    await pushNewSale(callOf(1), current)
    expect(server.received.map(({ body }) => body)).toEqual([
      {
        endpoint: 'create-opportunity',
        sessionId: SESSION,
        leadId: LEAD.id,
        servicePackageName: 'Standard Fiber',
        voucherAmount: 1500,
        totalValue: expect.any(Number),
      },
    ])
    expect(shown()).toEqual([])
  })

  it.each([3, 7, 2])('is not asked for after another call (%i)', async (sequence) => {
    await pushNewSale(callOf(sequence), current)
    expect(server.received).toEqual([])
  })

  it.each([
    ['the CRM refuses it', problem(502, 'crm', 'Bad token'), /^GHL API create-opportunity failed: 502/],
    ['the connection fails', noConnection, /^no connection to the server$/],
    ['a sign-in page answers', proxy(200), /^GHL API call failed$/],
  ])('warns the agent if %s', async (_title, answer, message) => {
    server.next.push(answer)
    await pushNewSale(callOf(1), current)
    const [tone, text = ''] = shown()[0] ?? []
    expect(tone).toBe('bad')
    expect(text).toContain('GHL sync failed: Saved locally, but not in GHL: ')
    expect(text.split('not in GHL: ')[1]).toMatch(message)
  })

  it('is not asked for if another sale is on the screen', async () => {
    await pushNewSale(callOf(1), () => saleAfter(1, OTHER_SESSION).sale)
    expect(server.received).toEqual([])
  })

  it('shows no warning if the agent has gone on to another sale meanwhile', async () => {
    let sessionId = SESSION
    server.next.push(() => {
      sessionId = OTHER_SESSION
      return problem(502, 'crm')()
    })
    await pushNewSale(callOf(1), () => saleAfter(1, sessionId).sale)
    expect(shown()).toEqual([])
  })
})
