import { isList, parseJson } from '#domain/kernel/parse-json.ts'
import type { PhoneDatabase } from './database.ts'
import { isWrite, needsAttention, type ParkedCall, type StoredCall, writtenBy } from './stored.ts'

/** The agent's own data besides sales, in the marks of the phone's database. */
export const OWN_LISTS = ['own-entries', 'own-visits', 'own-claims'] as const

type Own = { isSent?: boolean; isRefused?: boolean; refusal?: string }

/** The part of a phone's data that still has to be sent. */
export type Unsent = {
  /** How many sales wait and can be sent. */
  sales: number
  /** How many sales the server has refused, so that nothing more of them can be sent. */
  refused: number
  /** Whether entries of the register, visits or claims still wait. */
  hasOthers: boolean
}

type Stores = {
  outbox: readonly StoredCall[]
  parked: readonly ParkedCall[]
  own: readonly (string | undefined)[]
}

/** Separates what can be sent from what cannot, by the same rule as the outbox (docs/product 10.3). */
export function unsentIn({ outbox, parked, own }: Stores): Unsent {
  const { sales, sendable } = bySale(outbox, parked)
  return {
    sales: sendable.length,
    refused: sales.length - sendable.length,
    hasOthers: own.some((text) => listIn(text).some(isWaiting)),
  }
}

function bySale(outbox: readonly StoredCall[], parked: readonly ParkedCall[]) {
  const sales = [...Map.groupBy(outbox, ({ sessionId }) => sessionId)]
  const sendable = sales.filter(([sessionId, calls]) =>
    isSendable(
      calls,
      parked.filter((one) => one.sessionId === sessionId),
    ),
  )
  return { sales, sendable }
}

/**
 * Counts the signed sales that wait and can be sent: `fresh` ones, which the server does not have at all, so that they
 * belong to the person for whom the phone is enrolled when it sends them, and those that were `begun` there before
 * (docs/product 26.5).
 */
export const readSignedUnsent = (phone: PhoneDatabase): Promise<{ fresh: number; begun: number }> =>
  phone.use(async (database) => {
    const transaction = database.transaction(['outbox', 'parked'])
    const [outbox, parked] = await Promise.all([
      transaction.objectStore('outbox').getAll(),
      transaction.objectStore('parked').getAll(),
    ])
    const signed = bySale(outbox, parked).sendable.filter(([, calls]) => isSigned(calls))
    const fresh = signed.filter(([, calls]) => calls.some(({ kind }) => kind === 'create-opportunity'))
    return { fresh: fresh.length, begun: signed.length - fresh.length }
  })

/** Reads everything that this phone still has to send. */
export const readUnsent = (phone: PhoneDatabase): Promise<Unsent> =>
  phone.use(async (database) => {
    const transaction = database.transaction(['outbox', 'parked', 'marks'])
    const [outbox, parked, ...own] = await Promise.all([
      transaction.objectStore('outbox').getAll(),
      transaction.objectStore('parked').getAll(),
      ...OWN_LISTS.map((name) => transaction.objectStore('marks').get(name)),
    ])
    return unsentIn({ outbox, parked, own })
  })

/** A refused report does not block anything; any other refused call blocks the calls after it. */
function isSendable(calls: readonly StoredCall[], parked: readonly ParkedCall[]): boolean {
  const isSaleSigned = isSigned(calls)
  const refused = new Set(
    parked
      .filter((one) => needsAttention(one) && !(one.untilSigned && isSaleSigned))
      .map(({ sequence }) => sequence),
  )
  const next = calls.find((call) => call.kind !== 'report-progress' || !refused.has(call.sequence))
  return next !== undefined && !refused.has(next.sequence)
}

const isSigned = (calls: readonly StoredCall[]) =>
  calls.some((call) => isWrite(call) && writtenBy([call]).status === 'closed-won')

function listIn(text: string | undefined): Own[] {
  const list = parseJson(text ?? '')
  return isList<Own>(list) ? list : []
}

const isWaiting = ({ isSent, isRefused, refusal }: Own) => !isSent && !isRefused && refusal === undefined
