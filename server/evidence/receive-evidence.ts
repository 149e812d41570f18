import { randomBytes } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { Hold } from '#domain/access/hold.ts'
import type { SigningRecord } from '#domain/evidence/evidence.ts'
import { type Finding, findingsOf } from '#domain/evidence/findings.ts'
import { success } from '#domain/kernel/result.ts'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import { agreementText, type EvidenceReceipt, evidenceText } from '#protocol/evidence.ts'
import type { Db } from '../db/schema.ts'
import { queueSeal } from '../deliveries/seals.queries.ts'
import { type Answer, failAsNotOne } from '../http/problem.ts'
import { holdSale } from '../sales/holds.queries.ts'
import { findSale, lockSales } from '../sales/opportunities.queries.ts'
import { sha256, sha256Hex } from '../sha256.ts'
import { appendEvent } from './append-event.ts'
import type { EventOfSale } from './chain.ts'
import { firstEvents, laterEvents } from './events-of-signing.ts'
import {
  type CurrentEvidence,
  type EvidenceToStore,
  findCurrentEvidence,
  findReceipt,
  storeAgreement,
  storeEvidence,
  storeFindings,
} from './evidence.queries.ts'

const DAY_MS = 86_400_000

type Given = {
  record: SigningRecord
  /** Our receipt for this evidence from before this database was restored, if the phone sent one. */
  earlier: EvidenceReceipt | undefined
  copyLinkDays: number
  /** The reason why the sale is held from now on, if the phone is suspended. */
  hold?: Hold | undefined
}

/**
 * Stores what the phone recorded of a signing, appends it to the sale's chain and queues the seal, in one transaction.
 * A repeat changes nothing and returns the same receipt. What does not fit the stored sale becomes a finding. Different
 * evidence of the same sale is accepted: the one that was signed later becomes current, but the customer's code stays.
 * Fails as a PATCH does if the sale is not stored or not signed yet. A late call may find a sale that the phone is
 * sending again after a restore; comparing it then would note differences that the rest of the sale settles.
 */
export function receiveEvidence(db: Db, given: Given): Promise<Answer<EvidenceReceipt>> {
  return db.transaction().execute(async (transaction) => {
    const { session_id } = given.record.evidence
    if (!(await lockSignedSale(transaction, session_id))) return failAsNotOne(0)
    const evidenceSha256 = sha256Hex(evidenceText(given.record.evidence))
    const before = await findReceipt(transaction, session_id, evidenceSha256)
    if (before) return success(before)
    const current = await findCurrentEvidence(transaction, session_id)
    const receipt: EvidenceReceipt = {
      session_id,
      evidence_sha256: evidenceSha256,
      received_at: given.earlier?.received_at ?? new Date().toISOString(),
      chain: current?.chain ?? given.earlier?.chain ?? randomBytes(16).toString('hex'),
      salt: current?.salt ?? given.earlier?.salt ?? randomBytes(32).toString('hex'),
    }
    await store(transaction, given, receipt, current)
    if (given.hold) await holdSale(transaction, session_id, given.hold)
    await queueSeal(transaction, session_id)
    return success(receipt)
  })
}

async function lockSignedSale(transaction: Db, sessionId: string): Promise<boolean> {
  const isIt = sql<SqlBool>`session_id = ${sessionId} and contract_signature is not null`
  return (await lockSales(transaction, isIt, 1)).length > 0
}

async function store(
  transaction: Db,
  given: Given,
  receipt: EvidenceReceipt,
  current: CurrentEvidence | undefined,
): Promise<void> {
  const { record } = given
  const evidence = await checkEvidence(transaction, given, receipt)
  const { template } = record.agreement
  const text = agreementText(record.agreement)
  await storeAgreement(transaction, { sha256: evidence.agreement_sha256, template, text })
  if (!current) {
    await storeEvidence(transaction, evidence)
    return append(transaction, receipt.chain, firstEvents(record, evidence))
  }
  const isLater = Date.parse(record.evidence.signed_at) > Date.parse(current.evidence.signed_at)
  const findings = withOther(isLater ? evidence.findings : current.findings)
  if (isLater) await storeEvidence(transaction, { ...evidence, findings })
  else await storeFindings(transaction, receipt.session_id, findings)
  return append(transaction, receipt.chain, laterEvents(record, { ...evidence, findings }, current, isLater))
}

/** Compares what arrived with the stored sale, and returns the evidence to store. */
async function checkEvidence(
  transaction: Db,
  { record, copyLinkDays }: Given,
  receipt: EvidenceReceipt,
): Promise<EvidenceToStore> {
  const found = await findSale(transaction, receipt.session_id)
  if (!found) throw new Error('The sale was locked, and yet it is gone.')
  const agreementSha256 = sha256(agreementText(record.agreement))
  return {
    ...receipt,
    agreement_sha256: agreementSha256,
    text: evidenceText(record.evidence),
    copy_by: record.evidence.choices.copy,
    token_sha256: sha256(record.token),
    token_expires_at: new Date(Date.parse(receipt.received_at) + copyLinkDays * DAY_MS).toISOString(),
    findings: findingsOf(record, {
      terms: found.sale,
      image_sha256: imageHash(found.sale),
      agreement_sha256: agreementSha256.toString('hex'),
      clock_ahead_seconds: secondsAhead(record),
    }),
  }
}

const withOther = (findings: readonly Finding[]): Finding[] => [
  ...findings.filter(({ code }) => code !== 'other-evidence'),
  { code: 'other-evidence', details: [] },
]

async function append(transaction: Db, chain: string, events: readonly EventOfSale[]): Promise<void> {
  for (const event of events) await appendEvent(transaction, chain, event)
}

/** Returns the SHA-256 of the stored picture's bytes in hex, or null if there is no picture. */
function imageHash({ contract_signature }: Opportunity): string | null {
  const [, base64] = /^data:image\/\w+;base64,(.+)$/.exec(contract_signature ?? '') ?? []
  return base64 === undefined ? null : sha256Hex(Buffer.from(base64, 'base64'))
}

function secondsAhead({ evidence }: SigningRecord): number | null {
  const ms = evidence.clock.server_ahead_ms
  return ms === null ? null : Math.round(ms / 1_000)
}
