import { lastDayToCancel } from '#domain/cooling-off/cooling-off.ts'
import type { RecordedEvidence, RecordedSale, SaleEvent, SaleRecord } from '#protocol/sale-record.ts'
import { listActsOnSale } from '../audit/audit.queries.ts'
import type { Config } from '../config.ts'
import type { CopyEvent } from '../copy/copy.queries.ts'
import { clockOf } from '../copy/customers-copy.ts'
import type { Db } from '../db/schema.ts'
import type { SealKeys } from '../documents/key/seal-keys.ts'
import { isWhole } from '../evidence/check-chain.ts'
import { findStoredChain, type StoredChain } from '../evidence/stored-chain.queries.ts'
import { findEntryOfSale } from '../street/register/signed-sales.queries.ts'
import { readSales } from './back-office.commands.ts'
import { listNoticesOfSale } from './customer-notices.queries.ts'
import { listOutcomes } from './outcomes/outcomes.queries.ts'
import { findRecordedSale, listAttemptsOfSale } from './sale-record.queries.ts'
import { timelineOf } from './sale-timeline.ts'

export type RecordContext = {
  db: Db
  config: Pick<Config, 'mail'>
  sealKeys: Pick<SealKeys, 'current'>
}

/** Returns what the office sees of a sale, or undefined if there is no such sale. */
export async function readSaleRecord(
  { db, config, sealKeys }: RecordContext,
  sessionId: string,
): Promise<SaleRecord | undefined> {
  const [sale, stored, [delivered], notices, register, outcomes] = await Promise.all([
    findRecordedSale(db, sessionId),
    findStoredChain(db, sessionId),
    readSales({ db, config }, [sessionId]),
    listNoticesOfSale(db, sessionId),
    findEntryOfSale(db, sessionId),
    listOutcomes(db, sessionId),
  ])
  if (!sale || !delivered) return undefined
  const { copy_state, crm, automation, seal, copy, acknowledgement } = delivered
  const key = sealKeys.current()
  return {
    sale,
    cancel: cancelOf(sale, stored),
    evidence: stored ? evidenceOf(stored) : null,
    copy_state,
    deliveries: { crm, automation, seal, copy, acknowledgement },
    seal_reason: key.ok ? null : key.failure.reason,
    notices,
    register: register ?? null,
    outcomes,
  }
}

function cancelOf(
  { contract_timestamp }: RecordedSale,
  stored: StoredChain | undefined,
): SaleRecord['cancel'] {
  if (contract_timestamp === null) return null
  const clock = clockOf(contract_timestamp, eventsOf(stored))
  return { last_day: lastDayToCancel(clock), informed_at: clock.informedAt }
}

const evidenceOf = ({ events, salt, evidence, ...stored }: StoredChain): RecordedEvidence => ({
  received_at: stored.receivedAt,
  copy: evidence.choices.copy,
  findings: stored.findings,
  voucher_verdict: evidence.voucher_verdict ?? null,
  code_expires_at: stored.tokenExpiresAt,
  chain: { events: events.length, is_whole: isWhole(events, salt) },
})

/** Returns the events of a sale, oldest first, or undefined if there is no such sale. */
export async function readTimeline(db: Db, sessionId: string): Promise<SaleEvent[] | undefined> {
  const [sale, stored, attempts, outcomes, acts] = await Promise.all([
    findRecordedSale(db, sessionId),
    findStoredChain(db, sessionId),
    listAttemptsOfSale(db, sessionId),
    listOutcomes(db, sessionId),
    listActsOnSale(db, sessionId),
  ])
  return sale && timelineOf({ sale, chain: eventsOf(stored), attempts, outcomes, acts })
}

/** Returns the events of a chain since its last erasure. Only the hashes of the earlier ones remain. */
function eventsOf(stored: StoredChain | undefined): CopyEvent[] {
  const events = stored?.events ?? []
  const erased = events.findLastIndex(({ type }) => type === 'erased')
  return events.slice(erased + 1).map((event) => ({ ...event, payload: event.payload ?? {} }))
}
