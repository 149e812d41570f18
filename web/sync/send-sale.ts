import { RECEIPT_HEADER } from '#protocol/receipt.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import type { ApiFailure, ApiResult } from '../http/http.ts'
import type { SaleReceipt, StoredCall } from '../storage/stored.ts'
import type { Outbox } from './outbox.ts'
import type { SaleClaim } from './receipts.ts'
import { timeOf } from './server-time.ts'

/**
 * What sending a sale came to: nothing of it is left to do now, or when it should be tried again. With `restMs` the
 * server wants to hear nothing of any sale before.
 */
export type SaleOutcome = 'rests' | 'later' | 'after-sign-in' | { restMs: number }

export type SaleSender = {
  outbox: Outbox
  send: (call: SaleCall) => Promise<ApiResult>
  /** The hash that the receipt of a closing call must equal. */
  claimOf: (sessionId: string) => Promise<SaleClaim | undefined>
  /** Compares a sale that the server has closed without a receipt that proves it. */
  settle: (claim: SaleClaim) => Promise<Settlement>
  onTaken: (call: StoredCall) => void
  onRefused: (call: StoredCall, reason: string) => void
}

/** How the server's sale stands to ours: proved, lost there, not to be had now, or of other terms, which a person decides. */
export type Settlement =
  | { state: 'proved'; receipt: SaleReceipt }
  | { state: 'lost' }
  | { state: 'unknown' }
  | { state: 'different'; reason: string; receipt: SaleReceipt }

type Step = 'next' | SaleOutcome

/**
 * Sends what waits of one sale, in order, until nothing is left, the line breaks or a write is refused. What became
 * of a call decides by the class of its failure, never by words.
 */
export async function sendSale(sessionId: string, sender: SaleSender): Promise<SaleOutcome> {
  for (;;) {
    const call = await sender.outbox.nextCall(sessionId)
    if (!call) return 'rests'
    const result = await sender.send(call)
    const step = result.ok
      ? await taken(call, result.value.headers, sender)
      : await failed(call, result.failure, sender)
    if (step !== 'next') return step
  }
}

async function taken(call: StoredCall, headers: Headers, sender: SaleSender): Promise<Step> {
  const claim = closes(call) ? await sender.claimOf(call.sessionId) : undefined
  if (!claim) return acknowledge(call, undefined, sender)
  const { session_id: sessionId, sha256 } = claim
  const at = timeOf(headers)
  if (!at || headers.get(RECEIPT_HEADER) !== `sha256=${sha256}`) return settle(call, claim, sender)
  return acknowledge(call, { sessionId, sha256, at, checkedAt: at, corrected: false }, sender)
}

const closes = (call: SaleCall) => call.kind === 'update-opportunity' && call.body.status === 'closed-won'

async function acknowledge(
  call: StoredCall,
  receipt: SaleReceipt | undefined,
  sender: SaleSender,
): Promise<Step> {
  await sender.outbox.acknowledge(call, receipt)
  sender.onTaken(call)
  return 'next'
}

/** No receipt, another one, or a header that was cut: nothing is called sent until the server has proved it. */
async function settle(call: StoredCall, claim: SaleClaim, sender: SaleSender): Promise<Step> {
  const settlement = await sender.settle(claim)
  switch (settlement.state) {
    case 'proved':
      return acknowledge(call, settlement.receipt, sender)
    case 'lost':
      return startAgain(call, sender)
    case 'unknown':
      return 'later'
    case 'different':
      return (await sender.outbox.attendedReason(call)) === settlement.reason
        ? acknowledge(call, settlement.receipt, sender)
        : park(call, settlement.reason, sender)
  }
}

async function failed(call: StoredCall, failure: ApiFailure, sender: SaleSender): Promise<Step> {
  if (failure.code === NO_SUCH_SALE && call.kind === 'update-opportunity') return startAgain(call, sender)
  if (failure.code === NO_SUCH_LEAD && hasLead(call)) return sendWithoutLead(call, sender)
  if (failure.retry === 'later' && failure.restMs !== undefined) return { restMs: failure.restMs }
  if (failure.retry !== 'never') return failure.retry
  // A refusal without a code is not Doorstep's: somebody stands in between.
  return failure.code === undefined ? 'later' : park(call, failure.message, sender)
}

/** PostgREST's code for a change of exactly one row that finds none, and PostgreSQL's for a foreign key. */
const NO_SUCH_SALE = 'PGRST116'
const NO_SUCH_LEAD = '23503'

/** The server was put back to a state before this sale. With a pause, so that nobody goes round in circles fast. */
async function startAgain({ sessionId }: StoredCall, { outbox }: SaleSender): Promise<Step> {
  await outbox.requeue(sessionId)
  return 'later'
}

const hasLead = (call: SaleCall) => call.kind !== 'report-progress' && typeof call.body.lead_id === 'string'

/** The server was put back to a state before this lead. The sale weighs more than its link; the address stays. */
async function sendWithoutLead(call: StoredCall, { outbox }: SaleSender): Promise<Step> {
  await outbox.replace({ ...call, body: { ...call.body, lead_id: null } } as StoredCall)
  return 'next'
}

/** A report that is refused holds nothing up; a write holds up the later calls of its sale. */
async function park(call: StoredCall, reason: string, sender: SaleSender): Promise<Step> {
  await sender.outbox.park(call, reason)
  sender.onRefused(call, reason)
  return 'next'
}
