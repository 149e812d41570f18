import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import { RECEIPT_HEADER } from '#protocol/receipt.ts'
import { type Answer, failAsNotOne, failWith, ruleProblem } from '../http/problem.ts'
import type { ManyDecision, Take, WriteDecision } from '../sales/opportunities.commands.ts'
import { receiptHash } from '../sales/receipt.ts'
import { contentRange, type DataReply, type DataRequest } from './request.ts'
import { MOST_JSON_BYTES, type Selection } from './rows.queries.ts'

/** What a client is answered about its write of one sale, for which there is always room. */
export function replyToWrite(request: DataRequest, decision: WriteDecision): Answer<DataReply> {
  const reply = startReply(request)
  for (const written of decision.ok ? decision.value : []) reply.take(written)
  return reply.answer(decision)
}

/**
 * What a client is answered about its write of several sales. Of each it keeps the row, where that may be shown, and has
 * no room for more than an answer can hold. A sale that was not written, as it exists or is past that call, is shown
 * whatever the client prefers: it differs from what was sent.
 */
export function startReply(request: DataRequest): {
  take: Take
  answer: (decision: WriteDecision | ManyDecision) => Answer<DataReply>
} {
  const { method, preferences, selection, single } = request
  const rows: string[] = []
  let [bytes, count, isCreated, isShown] = [0, 0, false, preferences.returning === 'representation']
  let headersOfOnly: Record<string, string> = {}

  const take: Take = ({ how, status, sale }) => {
    count += 1
    headersOfOnly = count === 1 ? headersOf(request, sale) : {}
    isCreated ||= status === 201
    isShown ||= how === 'outdated' || how === 'existing'
    // Beside sales that are updated there are none that are shown whatever the client prefers.
    if (how === 'updated' && !isShown) return true
    const row = JSON.stringify(project(sale, selection))
    rows.push(row)
    bytes += Buffer.byteLength(row)
    return bytes <= MOST_JSON_BYTES
  }
  const answer = (decision: WriteDecision | ManyDecision): Answer<DataReply> => {
    if ('hasNoRoom' in decision) return failWith('answer-too-large')
    if (!decision.ok) return { ok: false, problem: ruleProblem(decision.failure) }
    if (single && count !== 1) return failAsNotOne(count)
    const range = contentRange(0, count, preferences.countAll ? count : null)
    const headers = { 'content-range': range, ...headersOfOnly }
    const done = isCreated || (method === 'POST' && count === 0) ? 201 : 200
    if (!isShown)
      return { ok: true, value: { status: method === 'PATCH' && done === 200 ? 204 : done, headers } }
    return { ok: true, value: { status: done, headers, json: single ? rows.join() : `[${rows.join()}]` } }
  }
  return { take, answer }
}

function headersOf({ preferences }: DataRequest, sale: Opportunity): Record<string, string> {
  const headers: Record<string, string> = {}
  if (sale.status === 'closed-won') headers[RECEIPT_HEADER] = `sha256=${receiptHash(sale)}`
  if (preferences.returning === 'headers-only')
    headers.location = `/rest/v1/opportunities?session_id=eq.${encodeURIComponent(sale.session_id)}`
  return headers
}

const project = (sale: Opportunity, selection: Selection) =>
  Object.fromEntries([...selection].map(([alias, { name }]) => [alias, sale[name as keyof Opportunity]]))
