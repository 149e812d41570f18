import type { SaleOutcome } from '#domain/after-signature/sale-outcome.ts'
import type { ActListed, Verb } from '#protocol/audit.ts'
import type { RecordedSale, SaleEvent } from '#protocol/sale-record.ts'
import type { CopyEvent } from '../copy/copy.queries.ts'
import type { EventOfSale } from '../evidence/chain.ts'
import type { AttemptOfSale } from './sale-record.queries.ts'

/**
 * The fields of each event's payload that the office sees. The others are words of the sale, or the evidence itself.
 */
const SHOWN: Record<EventOfSale['type'], readonly string[]> = {
  'agreement-shown': ['end_reached_at'],
  signed: ['kind', 'clock', 'choices', 'app'],
  received: [],
  'received-again': ['is_current'],
  checked: ['findings'],
  corrected: ['version', 'fields'],
  sealed: ['version', 'pdf_sha256'],
  'copy-accepted': ['version'],
  'copy-refused': ['version', 'code'],
  'link-opened': [],
  'copy-downloaded': ['version'],
  'paper-given': ['number', 'received_at'],
  shared: ['received_at'],
  confirmed: [],
  'code-revoked': [],
  'code-renewed': [],
  disputed: ['words'],
  'cancel-acknowledged': [],
  'cancel-received': ['way', 'words', 'in_time'],
  erased: [],
}

type Known = {
  sale: RecordedSale
  chain: readonly CopyEvent[]
  attempts: readonly AttemptOfSale[]
  outcomes: readonly SaleOutcome[]
  acts: readonly ActListed[]
}

/**
 * Returns what happened to a sale, oldest first. Events of the chain keep their order, even if the phone's clock was
 * wrong.
 */
export function timelineOf({ sale, chain, attempts, outcomes, acts }: Known): SaleEvent[] {
  const beside: SaleEvent[] = [
    { at: sale.created_at, kind: 'sale-arrived', actor: 'agent', details: {} },
    ...(sale.received_at === null
      ? []
      : [{ at: sale.received_at, kind: 'contract-received', actor: 'server' as const, details: {} }]),
    ...heldIn(sale, acts),
    ...attempts.filter((attempt) => !isInChain(attempt, chain)).map(attempted),
    ...outcomes.flatMap((outcome) => recorded(outcome, acts)),
    ...acts.filter(({ verb }) => !SHOWN_ELSEWHERE.has(verb)).map(done),
  ]
  const byAgent = {
    ...(sale.phone && { phone: sale.phone.name }),
    ...(sale.owner !== null && { owner: sale.owner }),
  }
  return mergedByTime(beside.toSorted(byTime), chain.map(eventOf)).map((event) =>
    event.actor === 'agent' ? { ...event, ...byAgent } : event,
  )
}

function eventOf({ type, at, payload }: CopyEvent): SaleEvent {
  const shown = SHOWN[type as EventOfSale['type']] ?? []
  const details = Object.entries(payload).filter(([name]) => shown.includes(name))
  return {
    at,
    kind: type,
    actor: payload['by'] as SaleEvent['actor'],
    details: Object.fromEntries(details),
  }
}

const attempted = ({ at, request_id, ...details }: AttemptOfSale): SaleEvent => ({
  at,
  kind: 'delivery-attempted',
  actor: 'server',
  ...(request_id !== null && { request_id }),
  details,
})

/** Returns the events that an outcome was recorded and, if so, taken back, each with the actor and the request. */
function recorded(outcome: SaleOutcome, acts: readonly ActListed[]): SaleEvent[] {
  const { id, kind, happened_on, amount, words, recorded_at, taken_back_at } = outcome
  const bySomeone = (at: string, verb: Verb, of: string, details: SaleEvent['details']): SaleEvent => {
    const act = acts.findLast((one) => one.verb === verb && one.object_id === id)
    return { at, kind: of, actor: 'office', ...requestOf(act), details: { ...details, ...nameOf(act) } }
  }
  const stored = { happened_on, ...(amount !== null && { amount }), words }
  const takenBack = { outcome: kind, happened_on }
  return [
    bySomeone(recorded_at, 'outcome-recorded', kind, stored),
    ...(taken_back_at === null
      ? []
      : [bySomeone(taken_back_at, 'outcome-taken-back', 'outcome-taken-back', takenBack)]),
  ]
}

/** Returns when the sale was held: now, and before each release, because the act of a release says so. */
const heldIn = ({ held }: RecordedSale, acts: readonly ActListed[]): SaleEvent[] =>
  [held, ...acts.filter(({ verb }) => verb === 'sale-released').map(({ details }) => details)].flatMap(
    (hold) =>
      hold
        ? {
            at: String(hold['since']),
            kind: 'sale-held',
            actor: 'server' as const,
            details: { hold: hold['hold'] },
          }
        : [],
  )

const done = (act: ActListed): SaleEvent => ({
  at: act.at,
  kind: act.verb,
  actor: 'office',
  ...requestOf(act),
  details: { ...act.details, ...nameOf(act) },
})

/** Returns the name of the person or token who did it; the screen shows it instead of 'Office'. */
const nameOf = (act: ActListed | undefined) => (act && act.actor_name !== null ? { by: act.actor_name } : {})

const requestOf = (act: ActListed | undefined) =>
  act && act.request_id !== null ? { request_id: act.request_id } : {}

/** Outcomes are events themselves, and the chain has the events of the code. */
const SHOWN_ELSEWHERE: ReadonlySet<Verb> = new Set([
  'outcome-recorded',
  'outcome-taken-back',
  'outcome-restored',
  'code-revoked',
  'code-renewed',
])

/** Returns true if the chain has its own event for the attempt: it sealed or mailed something. */
const isInChain = ({ target, ok }: AttemptOfSale, chain: readonly CopyEvent[]) =>
  IN_CHAIN.includes(target) && ok && chain.length > 0

const IN_CHAIN: readonly string[] = ['seal', 'copy', 'acknowledgement']

const byTime = (one: SaleEvent, other: SaleEvent) => one.at.localeCompare(other.at)

/** Merges two lists without changing the order within either. */
function mergedByTime(beside: readonly SaleEvent[], chain: readonly SaleEvent[]): SaleEvent[] {
  const waiting = [...beside]
  const merged = chain.flatMap((event) => {
    const later = waiting.findIndex(({ at }) => at > event.at)
    return [...waiting.splice(0, later === -1 ? waiting.length : later), event]
  })
  return [...merged, ...waiting]
}
