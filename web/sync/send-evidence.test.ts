import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { noConnection, problem, proxy, RECEIPT } from '../testing/sale-server.testing.ts'
import { giveCopy, recordedSale, rowsIn, SESSION, SIGNED_AT, saveWalk } from '../testing/sales.testing.ts'
import { newSender } from '../testing/sending.testing.ts'
import { findReceipt } from './receipts.ts'
import { verifySent } from './verify-sent.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const EVIDENCE = 9
const UP_TO_EVIDENCE = [1, 2, 3, 4, 5, 6, 7, 8, EVIDENCE]

let on: ReturnType<typeof newSender>
beforeEach(async () => {
  enterBrowser()
  on = newSender()
  await saveWalk(on.phone, recordedSale())
})
afterEach(leaveBrowser)

const bodies = (name: string) =>
  on.server.received.filter((call) => call.name === name).map(({ body }) => body as { receipt?: string })
const sentEvidence = () => bodies('POST sale-evidence')
const verify = () => verifySent({ phone: on.phone, outbox: on.outbox, onChecked: () => {} })

describe('the evidence of a signing', () => {
  it('is sent last, and stays on the phone with the server’s receipt', async () => {
    expect(await on.send()).toBe('done')
    expect(on.server.sequences).toEqual(UP_TO_EVIDENCE)
    expect(await on.waits()).toEqual([])
    const { signing } = recordedSale().sale
    expect(sentEvidence()).toEqual([signing])
    expect((await rowsIn(on.phone, 'sent')).at(-1)?.body).toEqual({ ...signing, receipt: RECEIPT })
  })

  it.each([
    ['a sign-in page seems to accept it', proxy(200)],
    [
      'the server answers with the hash of something else',
      () => Response.json({}, { headers: { evidence: 'sha256=ab' } }),
    ],
    ['the connection fails', noConnection],
    ['the server is of an earlier release', problem(404, 'not-found')],
  ])('waits if %s, while the order is submitted', async (_title, answer) => {
    on.server.instead.set('POST sale-evidence', answer)
    expect(await on.send()).toBe('later')
    expect(await on.waits()).toEqual([EVIDENCE])
    expect(await findReceipt(on.phone, SESSION)).toBeDefined()
    expect(on.refused).toEqual([])
  })

  it('blocks only the copies given if the server refuses it', async () => {
    await saveWalk(on.phone, giveCopy(recordedSale()))
    on.server.instead.set('POST sale-evidence', problem(400, 'PGRST102', 'Wrong shape.'))
    expect(await on.send()).toBe('done')
    expect(on.refused).toEqual([[EVIDENCE, 'Wrong shape.']])
    expect(await findReceipt(on.phone, SESSION)).toBeDefined()
    expect(on.server.names).not.toContain('POST copy-given')
    on.server.instead.clear()
    await on.outbox.unpark(SESSION)
    expect(await on.send()).toBe('done')
    expect([await on.waits(), on.server.copies.length]).toEqual([[], 1])
  })

  it('is followed by each copy that the agent gives', async () => {
    await on.send()
    const { sale, calls } = giveCopy(giveCopy(recordedSale()), 'shared')
    await saveWalk(on.phone, { sale, calls: calls.slice(UP_TO_EVIDENCE.length) })
    expect(await on.send()).toBe('done')
    expect(on.server.copies).toEqual(
      ['paper', 'shared'].map((way) => ({ session_id: SESSION, way, at: SIGNED_AT })),
    )
  })

  it('is followed by the number on the paper, once, even after a lost answer and a restored server', async () => {
    await on.send()
    const { sale, calls } = giveCopy(recordedSale(), 'paper', ' F-17 ')
    await saveWalk(on.phone, { sale, calls: calls.slice(UP_TO_EVIDENCE.length) })
    on.server.instead.set('POST copy-given', noConnection)
    expect(await on.send()).toBe('later')
    on.server.instead.clear()
    expect(await on.send()).toBe('done')
    const given = { session_id: SESSION, way: 'paper', at: SIGNED_AT, number: 'F-17' }
    expect(on.server.copies).toEqual([given])
    on.server.evidence.clear()
    await verify()
    expect(await on.send()).toBe('done')
    expect(bodies('POST copy-given').at(-1)).toEqual(given)
    expect((await rowsIn(on.phone, 'sales')).at(-1)?.paperNumber).toBe('F-17')
  })

  it('brings back the whole sale if the server has lost it', async () => {
    on.server.instead.set('POST sale-evidence', noConnection)
    await on.send()
    on.server.instead.clear()
    on.server.forget(SESSION)
    expect(await on.send()).toBe('later')
    expect(await on.waits()).toEqual(UP_TO_EVIDENCE)
    expect(await on.send()).toBe('done')
    expect(on.server.evidence.has(SESSION)).toBe(true)
  })
})

describe('a server that is restored from a backup', () => {
  it('gets the evidence with its own receipt if it has lost the sale', async () => {
    await on.send()
    on.server.forget(SESSION)
    await verify()
    expect(await on.waits()).toEqual(UP_TO_EVIDENCE)
    expect(await on.send()).toBe('done')
    expect(sentEvidence().map(({ receipt }) => receipt)).toEqual([undefined, RECEIPT])
  })

  it('gets only the evidence and the copies if it has lost only those', async () => {
    await saveWalk(on.phone, giveCopy(recordedSale()))
    await on.send()
    on.server.evidence.clear()
    await verify()
    expect(await on.waits()).toEqual([EVIDENCE, EVIDENCE + 1])
    expect(await findReceipt(on.phone, SESSION)).toBeDefined()
    expect(await on.send()).toBe('done')
    expect(sentEvidence().at(-1)?.receipt).toBe(RECEIPT)
    expect(bodies('POST copy-given')).toHaveLength(2)
  })

  it('gets the evidence again if it has none for a copy', async () => {
    await on.send()
    on.server.evidence.clear()
    const { sale, calls } = giveCopy(recordedSale())
    await saveWalk(on.phone, { sale, calls: calls.slice(-1) })
    expect(await on.send()).toBe('later')
    expect(await on.waits()).toEqual([EVIDENCE, EVIDENCE + 1])
    expect(await on.send()).toBe('done')
  })
})
