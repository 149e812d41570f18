import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { noConnection, problem, SERVER_TIME } from '../testing/sale-server.testing.ts'
import { SESSION, saleAfter, saveWalk } from '../testing/sales.testing.ts'
import { newSender } from '../testing/sending.testing.ts'
import { expectedReceiptOf, findReceipt } from './receipts.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

let on: ReturnType<typeof newSender>
beforeEach(() => {
  enterBrowser()
  on = newSender()
})
afterEach(leaveBrowser)

describe('a closing call whose answer does not prove the sale', () => {
  /** Makes the server answer the closing call without applying it. */
  const answerClosing = (headers: Record<string, string>) =>
    on.server.instead.set(
      'PATCH opportunities',
      () => new Response(null, { status: 204, headers: { 'content-range': '*/*', ...headers } }),
    )
  const date = new Date(SERVER_TIME).toUTCString()
  const saveClosingOnly = async () => {
    const { sale, calls } = saleAfter(4)
    await saveWalk(on.phone, { sale, calls: calls.slice(6, 7) })
  }
  const hash = async () => (await expectedReceiptOf(on.phone, SESSION))?.sha256 ?? ''

  it.each([
    ['has no receipt', async () => ({ date })],
    ['has a receipt for something else', async () => ({ date, receipt: `sha256=${'b'.repeat(64)}` })],
    ['has no date', async () => ({ receipt: `sha256=${await hash()}` })],
    [
      'was cut off within its date',
      async () => ({ receipt: `sha256=${await hash()}`, date: date.slice(0, 14) }),
    ],
  ])('waits while the server cannot be asked (%s)', async (_title, headers) => {
    await saveClosingOnly()
    answerClosing(await headers())
    on.server.instead.set('POST verify-sales', noConnection)
    expect(await on.send()).toBe('later')
    expect(await on.waits()).toEqual([7])
    expect(await findReceipt(on.phone, SESSION)).toBeUndefined()
  })

  it('is accepted if the server proves the sale when asked', async () => {
    await on.save()
    await on.send()
    const proved = on.server.sales.get(SESSION)
    await saveClosingOnly()
    answerClosing({ date })
    expect(await on.send()).toBe('done')
    expect(on.server.sales.get(SESSION)).toEqual(proved)
    expect(await findReceipt(on.phone, SESSION)).toMatchObject({ at: SERVER_TIME, corrected: false })
  })

  it('starts the sale again if the server has nothing of it', async () => {
    await saveClosingOnly()
    answerClosing({ date })
    expect(await on.send()).toBe('later')
    expect(await on.waits()).toEqual([1, 2, 7])
  })

  describe('if the server holds other terms', () => {
    const storeOther = async () => {
      await on.save()
      await on.send()
      const row = on.server.sales.get(SESSION)
      if (row) on.server.sales.set(SESSION, { ...row, customer_email: 'other@example.org' } as typeof row)
      await saveClosingOnly()
      answerClosing({ date })
      on.accepted.length = 0
    }
    const REASON = 'The server’s details differ from those signed here (email: other@example.org)'

    it('is kept for a person, with the terms that the server holds', async () => {
      await storeOther()
      expect(await on.send()).toBe('done')
      expect(on.refused).toEqual([[7, REASON]])
      expect(await on.waits()).toEqual([7])
    })

    it('is accepted as corrected if a person retries it for that reason', async () => {
      await storeOther()
      await on.send()
      await on.outbox.unpark(SESSION)
      expect(await on.send()).toBe('done')
      expect([await on.waits(), on.accepted]).toEqual([[], [7]])
      expect(await findReceipt(on.phone, SESSION)).toMatchObject({ corrected: true })
    })

    it('is kept again if the person retried it for a different reason', async () => {
      await storeOther()
      on.server.next.push(problem(400, 'rule', 'Another reason'))
      await on.send()
      await on.outbox.unpark(SESSION)
      await on.send()
      expect(on.refused).toEqual([
        [7, 'Another reason'],
        [7, REASON],
      ])
      expect(await on.waits()).toEqual([7])
    })
  })

  it('is accepted without a proof if the browser cannot hash', async () => {
    await on.save()
    vi.stubGlobal('crypto', {})
    on.server.instead.set(
      'PATCH opportunities',
      () => new Response(null, { status: 204, headers: { 'content-range': '*/*', date } }),
    )
    expect(await on.send()).toBe('done')
    expect(await on.waits()).toEqual([])
    expect(await findReceipt(on.phone, SESSION)).toBeUndefined()
  })
})
