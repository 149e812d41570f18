import type { SigningRecord } from '#domain/evidence/evidence.ts'
import { sha256Hex } from '../sha256.ts'
import type { EventOfSale } from './chain.ts'
import type { CurrentEvidence, EvidenceToStore } from './evidence.queries.ts'

/** Returns the first events of a chain: the phone's own moments, then ours. */
export function firstEvents({ evidence }: SigningRecord, stored: EvidenceToStore): EventOfSale[] {
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
    { type: 'received', at: stored.received_at, payload: { by: 'server', ...hashesOf(stored) } },
    checked(stored),
  ]
}

/**
 * Returns the events that different evidence of the same sale adds. The payload keeps the evidence that is not current,
 * or no longer.
 */
export function laterEvents(
  { evidence }: SigningRecord,
  stored: EvidenceToStore,
  before: CurrentEvidence,
  is_current: boolean,
): EventOfSale[] {
  const other = is_current ? before.evidence : evidence
  const payload = { by: 'server' as const, ...hashesOf(stored), is_current, other }
  return [{ type: 'received-again', at: stored.received_at, payload }, checked(stored)]
}

const hashesOf = ({ evidence_sha256, agreement_sha256 }: EvidenceToStore) => ({
  evidence_sha256,
  agreement_sha256: Buffer.from(agreement_sha256).toString('hex'),
})

const checked = ({ received_at, findings }: EvidenceToStore): EventOfSale => ({
  type: 'checked',
  at: received_at,
  payload: { by: 'server', findings },
})
