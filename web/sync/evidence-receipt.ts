import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import type { EvidenceAnswer } from '#protocol/evidence.ts'
import type { StoredCall } from '../storage/stored.ts'

type EvidenceStored = Extract<StoredCall, { kind: 'record-evidence' }>

/**
 * Returns the call with the server's signed receipt, if the answer has one. With it, a server that is restored from an
 * older backup accepts the same times and salt (docs/product 8.12).
 */
export function withEvidenceReceipt(call: EvidenceStored, answer: string): EvidenceStored {
  const answered = parseJson(answer)
  const { receipt } = isObject<Partial<EvidenceAnswer>>(answered) ? answered : {}
  return typeof receipt === 'string' ? { ...call, body: { ...call.body, receipt } } : call
}
