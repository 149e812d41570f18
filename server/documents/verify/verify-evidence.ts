import canonicalize from 'canonicalize'
import type { Evidence } from '#domain/evidence/evidence.ts'
import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { failed, success } from '#domain/kernel/result.ts'
import { sha256Hex } from '../../sha256.ts'
import { readEvidence, type StoredEvidence } from './evidence-rows.queries.ts'
import type { Pass } from './pass.ts'

/**
 * Recomputes the hash of all stored evidence. Compares the evidence, its findings, its seals and what the customer sent
 * later with the events of its chain, which `verifyChains` has verified. Does not compare the token, because the office
 * can replace it.
 */
export const verifyEvidence: Pass = async ({ db, report }) => {
  let evidence = 0
  for await (const page of readEvidence(db)) {
    for (const stored of page) {
      const [table, broken] = findBreak(stored) ?? []
      if (table) return failed(`${table}, sale ${stored.session_id}: ${broken}`)
    }
    evidence += page.length
    report('sale_evidence', evidence)
  }
  return success({ evidence })
}

type Break = readonly [table: string, broken: string]

function findBreak(stored: StoredEvidence): Break | undefined {
  const { session_id, body, copy_by, received, checked, findings, seal_without_document } = stored
  const evidence = (broken: string): Break => ['sale_evidence', broken]
  if (sha256Hex(body) !== stored.evidence_sha256) return evidence('its evidence does not match its hash')
  if (!received) return ['evidence_events', 'its chain does not say that the evidence was received']
  if (received.evidence_sha256 !== stored.evidence_sha256)
    return evidence('its chain says that other evidence was received last')
  if (received.agreement_sha256 !== stored.agreement_sha256)
    return evidence('its chain says that another agreement was received')
  if (received.at !== stored.received_at)
    return evidence('its chain says that it was received at another time')
  const words = parseJson(Buffer.from(body).toString())
  if (!isObject<Evidence>(words) || words.session_id !== session_id)
    return evidence('its evidence is of another sale')
  if (words.choices.copy !== copy_by) return evidence('its evidence has another choice of copy')
  if (!stored.has_agreement) return ['agreements', `the agreement ${stored.agreement_sha256} is missing`]
  if (canonicalize(findings) !== canonicalize(checked))
    return evidence('its findings do not match the event that compared it')
  return findBreakBeside(stored, seal_without_document)
}

/** Compares what belongs to the sale in other tables. */
function findBreakBeside(stored: StoredEvidence, seal: number | null): Break | undefined {
  if (seal !== null) return ['sealed_documents', `the document of event ${seal} is missing`]
  if (!stored.cancellation_fits) return ['cancellations', 'its cancellation does not match its chain']
  if (!stored.disputes_fit) return ['disputes', 'the customer’s dispute does not match its chain']
  return undefined
}
