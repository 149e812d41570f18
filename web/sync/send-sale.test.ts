import { describe, expect, it } from 'vitest'
import type { ApiFailure, ApiResult } from '../http/http.ts'
import type { SaleReceipt, StoredCall } from '../storage/stored.ts'
import type { Outbox } from './outbox.ts'
import { type SaleSender, type Settlement, sendSale } from './send-sale.ts'

const SESSION = 'sale_1_a'
const HASH = 'a'.repeat(64)
const SERVER_TIME = 'Sun, 01 Mar 2026 10:00:00 GMT'
const AT = '2026-03-01T10:00:00.000Z'

const stored = (sequence: number, kind: StoredCall['kind'], body: object): StoredCall =>
  ({ sessionId: SESSION, sequence, kind, body, shape: 2, at: AT }) as unknown as StoredCall
const CREATE = stored(1, 'create-opportunity', { session_id: SESSION, lead_id: 'lead-1' })
const REPORT = stored(2, 'report-progress', { step: 'eligibility-check' })
const CLOSE = stored(3, 'update-opportunity', { status: 'closed-won' })

const taken = (headers: Record<string, string> = {}): ApiResult => ({
  ok: true,
  value: { body: '', headers: new Headers({ date: SERVER_TIME, ...headers }) },
})
const proved = taken({ receipt: `sha256=${HASH}` })
const failed = (failure: Partial<ApiFailure>): ApiResult => ({
  ok: false,
  failure: {
    status: 400,
    statusText: '',
    body: '',
    message: 'No such column.',
    code: 'PGRST204',
    retry: 'never',
    ...failure,
  },
})
const NO_LINE = failed({ status: null, code: undefined, retry: 'later' })

/** A phone with these calls waiting, and a server that gives these answers to them, in turn. */
function phone(waiting: StoredCall[], answers: ApiResult[], settlement: Settlement = { state: 'unknown' }) {
  const calls = new Map(waiting.map((call) => [call.sequence, call]))
  const sent: StoredCall[] = []
  const parked = new Map<number, string>()
  const attended = new Map<number, string>()
  const receipts: SaleReceipt[] = []
  const requests: StoredCall[] = []
  let requeued = 0
  const outbox: Outbox = {
    waitingSales: async () => (calls.size > 0 ? [SESSION] : []),
    async nextCall() {
      for (const call of calls.values())
        if (!parked.has(call.sequence)) return call
        else if (call.kind !== 'report-progress') return undefined
      return undefined
    },
    async acknowledge(call, receipt) {
      calls.delete(call.sequence)
      attended.delete(call.sequence)
      sent.push(call)
      if (receipt) receipts.push(receipt)
    },
    async park(call, reason) {
      attended.delete(call.sequence)
      parked.set(call.sequence, reason)
    },
    async unpark() {
      for (const [sequence, reason] of parked) attended.set(sequence, reason)
      parked.clear()
    },
    attendedReason: async ({ sequence }) => attended.get(sequence),
    async requeue() {
      requeued += 1
    },
    async replace(call) {
      calls.set(call.sequence, call)
    },
  }
  const sender: SaleSender = {
    outbox,
    async send(call) {
      requests.push(call as StoredCall)
      return answers.shift() ?? NO_LINE
    },
    claimOf: async (session_id) => ({ session_id, sha256: HASH }),
    settle: async () => settlement,
    onAccepted() {},
    onRefused() {},
  }
  return {
    send: () => sendSale(SESSION, sender),
    retry: () => outbox.unpark(SESSION),
    waits: () => [...calls.keys()],
    sentNumbers: () => sent.map(({ sequence }) => sequence),
    requests,
    parked,
    receipts,
    requeued: () => requeued,
  }
}

describe('what waits of a sale', () => {
  it('goes in order, and is done with when the receipt proves it', async () => {
    const { send, waits, sentNumbers, receipts } = phone([CREATE, REPORT, CLOSE], [taken(), taken(), proved])
    expect(await send()).toBe('done')
    expect(waits()).toEqual([])
    expect(sentNumbers()).toEqual([1, 2, 3])
    expect(receipts).toEqual([{ sessionId: SESSION, sha256: HASH, at: AT, checkedAt: AT, corrected: false }])
  })

  it.each([
    ['the line is cut', NO_LINE, 'later'],
    ['the server is busy', failed({ status: 503, code: 'database-unavailable', retry: 'later' }), 'later'],
    [
      'the server asks for a rest',
      failed({ status: 429, code: 'too-many-calls', retry: 'later', restMs: 30_000 }),
      { restMs: 30_000 },
    ],
    [
      'the key is not accepted',
      failed({ status: 401, code: 'invalid-key', retry: 'after-sign-in' }),
      'after-sign-in',
    ],
    ['somebody in between forbids it', failed({ status: 403, code: undefined }), 'later'],
  ])('stays as it is when %s', async (_, answer, outcome) => {
    const { send, waits, parked } = phone([CREATE, CLOSE], [answer])
    expect(await send()).toEqual(outcome)
    expect(waits()).toEqual([1, 3])
    expect(parked.size).toBe(0)
  })

  it('is kept with the reason when it is refused, and holds up what follows it', async () => {
    const { send, waits, parked, requests } = phone([CREATE, REPORT, CLOSE], [failed({})])
    expect(await send()).toBe('done')
    expect(parked).toEqual(new Map([[1, 'No such column.']]))
    expect(waits()).toEqual([1, 2, 3])
    expect(requests).toHaveLength(1)
  })

  it('is not held up by a report that is refused', async () => {
    const { send, waits, parked } = phone([REPORT, CLOSE], [failed({}), proved])
    expect(await send()).toBe('done')
    expect(waits()).toEqual([2])
    expect([...parked.keys()]).toEqual([2])
  })

  it('goes without its lead when the server has lost that', async () => {
    const { send, requests } = phone([CREATE], [failed({ status: 409, code: '23503' }), taken()])
    expect(await send()).toBe('done')
    expect(requests.map(({ body }) => body)).toMatchObject([{ lead_id: 'lead-1' }, { lead_id: null }])
  })

  it('is told from the beginning to a server that has lost the sale', async () => {
    const { send, requeued } = phone([CLOSE], [failed({ status: 406, code: 'PGRST116' })])
    expect(await send()).toBe('later')
    expect(requeued()).toBe(1)
  })
})

describe('a closing call without the receipt that proves it', () => {
  const other = taken({ receipt: `sha256=${'b'.repeat(64)}` })

  it.each([
    ['no receipt', taken()],
    ['the receipt of something else', other],
    ['a header that was cut within its date', taken({ receipt: `sha256=${HASH}`, date: 'Sun, 01 Mar 20' })],
  ])('waits on while the server cannot be asked (%s)', async (_, answer) => {
    const { send, waits, receipts } = phone([CLOSE], [answer], { state: 'unknown' })
    expect(await send()).toBe('later')
    expect(waits()).toEqual([3])
    expect(receipts).toEqual([])
  })

  const receipt = { sessionId: SESSION, sha256: HASH, at: AT, checkedAt: AT, corrected: true }
  const different = { state: 'different' as const, reason: 'Another name', receipt }

  it('is kept for a person when the server holds something else', async () => {
    const { send, waits, parked, receipts } = phone([CLOSE], [other], different)
    expect(await send()).toBe('done')
    expect(waits()).toEqual([3])
    expect(parked).toEqual(new Map([[3, 'Another name']]))
    expect(receipts).toEqual([])
  })

  it('is as the server has it when a person has read what is different and sends it again', async () => {
    const { send, retry, waits, receipts } = phone([CLOSE], [other, other], different)
    await send()
    await retry()
    expect(await send()).toBe('done')
    expect(waits()).toEqual([])
    expect(receipts).toEqual([receipt])
  })

  it('is kept for a person once more when that one sent it again for another reason', async () => {
    const { send, retry, waits, parked, receipts } = phone([CLOSE], [failed({}), other], different)
    await send()
    expect(parked).toEqual(new Map([[3, 'No such column.']]))
    await retry()
    await send()
    expect(waits()).toEqual([3])
    expect(parked).toEqual(new Map([[3, 'Another name']]))
    expect(receipts).toEqual([])
  })

  it('is done with when the server proves it on being asked', async () => {
    const receipt = { sessionId: SESSION, sha256: HASH, at: AT, checkedAt: AT, corrected: false }
    const { send, waits, receipts } = phone([CLOSE], [taken()], { state: 'proved', receipt })
    expect(await send()).toBe('done')
    expect(waits()).toEqual([])
    expect(receipts).toEqual([receipt])
  })
})
