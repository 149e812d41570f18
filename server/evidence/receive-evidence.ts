import { randomBytes } from 'node:crypto'
import type { SigningRecord } from '#domain/evidence/evidence.ts'
import { type Finding, findingsOf } from '#domain/evidence/findings.ts'
import { success } from '#domain/kernel/result.ts'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import { agreementText, type EvidenceReceipt, evidenceText } from '#protocol/evidence.ts'
import type { Db } from '../db/schema.ts'
import { queueSeal } from '../deliveries/seals.queries.ts'
import { type Answer, failAsNotOne, failWith } from '../http/problem.ts'
import { findSale, lockSale } from '../sales/opportunities.queries.ts'
import { sha256, sha256Hex } from '../sha256.ts'
import { appendEvent } from './append-event.ts'
import type { EventOfSale } from './chain.ts'
import { findReceipt, storeAgreement, storeEvidence } from './evidence.queries.ts'

const DAY_MS = 86_400_000

type Given = {
  record: SigningRecord
  /** A receipt of ours for this evidence, from before this database was restored. */
  earlier: EvidenceReceipt | undefined
  copyLinkDays: number
}

/**
 * Stores what the phone recorded of a signing, begins its chain and queues its seal, in one transaction. A repeat
 * changes nothing and returns the same receipt. What does not fit the stored sale becomes a finding. Fails as a PATCH
 * does if there is no such sale, and with 409 if the sale has other evidence.
 */
export function receiveEvidence(db: Db, given: Given): Promise<Answer<EvidenceReceipt>> {
  return db.transaction().execute(async (transaction) => {
    const { evidence } = given.record
    if (!(await lockSale(transaction, evidence.session_id))) return failAsNotOne(0)
    const stored = await findReceipt(transaction, evidence.session_id)
    if (!stored) return store(transaction, given)
    const isSame = stored.evidence_sha256 === sha256Hex(evidenceText(evidence))
    return isSame ? success(stored) : failWith('23505', 'The sale has other evidence.')
  })
}

async function store(transaction: Db, { record, earlier, copyLinkDays }: Given) {
  const { agreement, evidence, token } = record
  const text = evidenceText(evidence)
  const receipt: EvidenceReceipt = earlier ?? {
    session_id: evidence.session_id,
    evidence_sha256: sha256Hex(text),
    received_at: new Date().toISOString(),
    chain: randomBytes(16).toString('hex'),
    salt: randomBytes(32).toString('hex'),
  }
  const agreed = agreementText(agreement)
  const agreementSha256 = sha256(agreed)
  const found = await findSale(transaction, evidence.session_id)
  if (!found) return failAsNotOne(0)
  const findings = findingsOf(record, {
    terms: found.sale,
    image_sha256: imageHash(found.sale),
    agreement_sha256: agreementSha256.toString('hex'),
    clock_ahead_seconds: secondsAhead(record),
  })
  await storeAgreement(transaction, { sha256: agreementSha256, template: agreement.template, text: agreed })
  await storeEvidence(transaction, {
    ...receipt,
    agreement_sha256: agreementSha256,
    text,
    token_sha256: sha256(token),
    token_expires_at: new Date(Date.parse(receipt.received_at) + copyLinkDays * DAY_MS).toISOString(),
    findings,
  })
  for (const event of firstEvents(record, receipt, findings))
    await appendEvent(transaction, receipt.chain, event)
  await queueSeal(transaction, evidence.session_id)
  return success(receipt)
}

/** SHA-256 of the stored picture's bytes, as hex; null without a picture. */
function imageHash({ contract_signature }: Opportunity): string | null {
  const [, base64] = /^data:image\/\w+;base64,(.+)$/.exec(contract_signature ?? '') ?? []
  return base64 === undefined ? null : sha256Hex(Buffer.from(base64, 'base64'))
}

function secondsAhead({ evidence }: SigningRecord): number | null {
  const ms = evidence.clock.server_ahead_ms
  return ms === null ? null : Math.round(ms / 1_000)
}

/** What a chain begins with: the phone's own moments, and then ours. */
function firstEvents(
  { evidence }: SigningRecord,
  { evidence_sha256, received_at }: EvidenceReceipt,
  findings: readonly Finding[],
): EventOfSale[] {
  const { agreement_sha256, shown_at, end_reached_at, signed_at, clock, signature, choices, app } = evidence
  const { kind, image_sha256, strokes } = signature
  const strokes_sha256 = sha256Hex(JSON.stringify(strokes))
  const inUtc = (moment: string) => new Date(moment).toISOString()
  const shown: EventOfSale[] =
    shown_at === null
      ? []
      : [
          {
            type: 'agreement-shown',
            at: inUtc(shown_at),
            payload: { by: 'agent', agreement_sha256, end_reached_at },
          },
        ]
  const signed = { agreement_sha256, clock, kind, image_sha256, strokes_sha256, choices, app }
  return [
    ...shown,
    { type: 'signed', at: inUtc(signed_at), payload: { by: 'customer', ...signed } },
    { type: 'received', at: received_at, payload: { by: 'server', evidence_sha256 } },
    { type: 'checked', at: received_at, payload: { by: 'server', findings } },
  ]
}
