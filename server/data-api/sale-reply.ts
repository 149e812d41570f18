import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import { RECEIPT_HEADER } from '#protocol/receipt.ts'
import type { WriteDecision, Written } from '../opportunities/opportunities.commands.ts'
import { receiptHash } from '../opportunities/receipt.ts'
import { type Answer, failAsNotOne, ruleProblem } from './problem.ts'
import { contentRange, type DataReply, type DataRequest } from './request.ts'
import type { Selection } from './rows.queries.ts'

/**
 * What a client is answered about its write. A sale that was not written, as it exists or is past that call, is
 * shown whatever the client prefers: it differs from what was sent.
 */
export function replyToWrite(request: DataRequest, decision: WriteDecision): Answer<DataReply> {
  if (!decision.ok) return { ok: false, problem: ruleProblem(decision.refusal) }
  const written = decision.value
  const { method, preferences, selection, single } = request
  if (single && written.length !== 1) return failAsNotOne(written.length)
  const headers = headersOf(request, written)
  const isCreated =
    written.some(({ status }) => status === 201) || (method === 'POST' && written.length === 0)
  const isShown = written.some(({ how }) => how === 'outdated' || how === 'existing')
  if (preferences.returning !== 'representation' && !isShown)
    return { ok: true, value: { status: isCreated ? 201 : method === 'PATCH' ? 204 : 200, headers } }
  const rows = written.map(({ sale }) => project(sale, selection))
  const json = JSON.stringify(single ? rows[0] : rows)
  return { ok: true, value: { status: isCreated ? 201 : 200, headers, json } }
}

function headersOf({ preferences }: DataRequest, written: readonly Written[]): Record<string, string> {
  const total = preferences.countAll ? written.length : null
  const headers: Record<string, string> = { 'content-range': contentRange(0, written.length, total) }
  const [only, ...others] = written
  if (!only || others.length > 0) return headers
  if (only.sale.status === 'closed-won') headers[RECEIPT_HEADER] = `sha256=${receiptHash(only.sale)}`
  if (preferences.returning === 'headers-only')
    headers.location = `/rest/v1/opportunities?session_id=eq.${encodeURIComponent(only.sale.session_id)}`
  return headers
}

const project = (sale: Opportunity, selection: Selection) =>
  Object.fromEntries([...selection].map(([alias, { name }]) => [alias, sale[name as keyof Opportunity]]))
