import type { OpportunityRule } from '#domain/opportunity/rules.ts'
import { RECEIPT_HEADER } from '#protocol/receipt.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import type { ApiFailure, ApiResult } from '../http/http.ts'
import { timeOf } from '../http/server-time.ts'
import type { SaleReceipt, StoredCall } from '../storage/stored.ts'
import { withEvidenceReceipt } from './evidence-receipt.ts'
import type { Outbox } from './outbox.ts'
import type { ExpectedReceipt } from './receipts.ts'

/**
 * What to do next about a sale: nothing (`done`, even if a refused write waits for a person), try again later, or try
 * again after a person has enrolled the phone or corrected its key. `restMs`: for this long the server does not want
 * calls about any sale.
 */
export type SaleOutcome = 'done' | 'later' | 'after-sign-in' | { restMs: number }

export type SaleSender = {
  outbox: Outbox
  send: (call: SaleCall, isSigned: boolean) => Promise<ApiResult>
  /** Returns what the receipt of a closing call must match; undefined if it cannot be checked. */
  expectedReceiptOf: (sessionId: string) => Promise<ExpectedReceipt | undefined>
  /** Asks the server about a sale that it closed without the right receipt. */
  settle: (expected: ExpectedReceipt) => Promise<Settlement>
  onAccepted: (call: StoredCall) => void
  onRefused: (call: StoredCall, reason: string) => void
}

/**
 * How the server's sale compares to the phone's: equal (`proved`), missing or unsigned (`lost`), not known at the
 * moment, or closed with other terms, which a person must read.
 */
export type Settlement =
  | { state: 'proved'; receipt: SaleReceipt }
  | { state: 'lost' }
  | { state: 'unknown' }
  | { state: 'different'; reason: string; receipt: SaleReceipt }

type Next = 'next' | SaleOutcome
type Answer = { body: string; headers: Headers }

/**
 * Sends the waiting calls of one sale, in order, until no call is left, the connection fails or a write is refused. The
 * class of a failure decides what follows, never its text.
 */
export async function sendSale(sessionId: string, sender: SaleSender): Promise<SaleOutcome> {
  for (;;) {
    const call = await sender.outbox.nextCall(sessionId)
    if (!call) return 'done'
    const isSigned = hasLead(call) && (await sender.outbox.isSigned(sessionId))
    const result = await sender.send(call, isSigned)
    const step = result.ok
      ? await afterSuccess(call, result.value, sender)
      : await afterFailure(call, result.failure, sender, isSigned)
    if (step !== 'next') return step
  }
}

async function afterSuccess(call: StoredCall, answer: Answer, sender: SaleSender): Promise<Next> {
  const { headers } = answer
  if (call.kind === 'record-evidence')
    return acknowledge(withEvidenceReceipt(call, answer.body), undefined, sender)
  const expected = isClosing(call) ? await sender.expectedReceiptOf(call.sessionId) : undefined
  if (!expected) return acknowledge(call, undefined, sender)
  const { session_id: sessionId, sha256 } = expected
  const at = timeOf(headers)
  if (!at || headers.get(RECEIPT_HEADER) !== `sha256=${sha256}`) return settle(call, expected, sender)
  return acknowledge(call, { sessionId, sha256, at, checkedAt: at, corrected: false }, sender)
}

const isClosing = (call: SaleCall) => call.kind === 'update-opportunity' && call.body.status === 'closed-won'

async function acknowledge(
  call: StoredCall,
  receipt: SaleReceipt | undefined,
  sender: SaleSender,
): Promise<Next> {
  await sender.outbox.acknowledge(call, receipt)
  sender.onAccepted(call)
  return 'next'
}

/** If the receipt is missing, wrong or cut off, the call waits until the server has proved that it has the sale. */
async function settle(call: StoredCall, expected: ExpectedReceipt, sender: SaleSender): Promise<Next> {
  const settlement = await sender.settle(expected)
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

async function afterFailure(
  call: StoredCall,
  failure: ApiFailure,
  sender: SaleSender,
  isSigned: boolean,
): Promise<Next> {
  if (failure.code === NO_SUCH_SALE && LOST_WITH[call.kind]) return startAgain(call, sender)
  if (failure.code === NO_SUCH_LEAD && hasLead(call)) return sendWithoutLead(call, sender)
  if (failure.retry === 'later' && failure.restMs !== undefined) return { restMs: failure.restMs }
  if (failure.retry !== 'never') return failure.retry
  // A refusal without a code comes from a proxy or a sign-in page, not from Doorstep.
  if (failure.code === undefined) return 'later'
  return park(call, failure.message, sender, failure.code === AT_SUCH_A_DOOR && !isSigned)
}

/** PostgREST's code if a change of exactly one row matches none, and PostgreSQL's code for a broken foreign key. */
const NO_SUCH_SALE = 'PGRST116'
const NO_SUCH_LEAD = '23503'
/** The rule by which an unsigned sale is refused for its door (docs/product 16.2). */
const AT_SUCH_A_DOOR: OpportunityRule = 'lead_is_not_on_register'

/**
 * For each kind of call, what the server must have lost if it does not find the sale. For a copy, it finds the sale by
 * its evidence.
 */
const LOST_WITH: Partial<Record<SaleCall['kind'], 'requeue' | 'requeueRecords'>> = {
  'update-opportunity': 'requeue',
  'record-evidence': 'requeue',
  'record-copy': 'requeueRecords',
}

/**
 * Queues the calls again, because the server was restored to a backup from before this call. Returns `later`, because a
 * pause prevents a tight loop.
 */
async function startAgain({ sessionId, kind }: StoredCall, { outbox }: SaleSender): Promise<Next> {
  await outbox[LOST_WITH[kind] ?? 'requeue'](sessionId)
  return 'later'
}

const hasLead = ({ body }: SaleCall) => 'lead_id' in body && typeof body.lead_id === 'string'

/**
 * Sends the sale without its lead, because the server was restored to a backup from before the lead. The sale keeps its
 * address and matters more than the link.
 */
async function sendWithoutLead(call: StoredCall, { outbox }: SaleSender): Promise<Next> {
  await outbox.replace({ ...call, body: { ...call.body, lead_id: null } } as StoredCall)
  return 'next'
}

/**
 * Parks a refused call. A refused report does not block anything; any other refused call blocks the later calls of its
 * sale (`nextCall`).
 */
async function park(
  call: StoredCall,
  reason: string,
  sender: SaleSender,
  untilSigned = false,
): Promise<Next> {
  await sender.outbox.park(call, reason, untilSigned)
  sender.onRefused(call, reason)
  return 'next'
}
