import { failed } from '#domain/kernel/result.ts'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import { RECEIPT_HEADER } from '#protocol/receipt.ts'
import { type Answer, failAsNotOne, failWith, ruleProblem } from '../http/problem.ts'
import type { ManyDecision, Take, WriteDecision } from '../sales/opportunities.commands.ts'
import { receiptHash } from '../sales/receipt.ts'
import { maxBytesOf } from './forms.ts'
import { contentRange, type DataReply, type DataRequest, replyWithRows } from './request.ts'
import type { Selection } from './selection.ts'

/** Returns the answer to a write of one sale. It is never too large. */
export function replyToWrite(request: DataRequest, decision: WriteDecision): Answer<DataReply> {
  const reply = startReply(request)
  for (const written of decision.ok ? decision.value : []) reply.take(written)
  return reply.answer(decision)
}

/**
 * Collects the answer to a write of several sales, row by row. `take` returns false once the answer is too large. A
 * sale that was not written, because it exists or a later call was applied, is always returned, because it differs from
 * what the client sent.
 */
export function startReply(request: DataRequest): {
  take: Take
  answer: (decision: WriteDecision | ManyDecision) => Answer<DataReply>
} {
  const { method, preferences, selection, form } = request
  const rows: string[] = []
  let [bytes, count, isCreated, isShown] = [0, 0, false, preferences.returning === 'representation']
  let headersOfOnly: Record<string, string> = {}

  const take: Take = ({ how, status, sale }) => {
    count += 1
    headersOfOnly = count === 1 ? headersOf(request, sale) : {}
    isCreated ||= status === 201
    isShown ||= how === 'outdated' || how === 'existing'
    // A row that must be returned although the client did not ask comes from a call that writes only one sale.
    if (how === 'updated' && !isShown) return true
    const row = JSON.stringify(project(sale, selection))
    rows.push(row)
    bytes += Buffer.byteLength(row)
    return bytes <= maxBytesOf(form)
  }
  const answer = (decision: WriteDecision | ManyDecision): Answer<DataReply> => {
    if ('hasNoRoom' in decision) return failWith('answer-too-large')
    if (!decision.ok) return failed(ruleProblem(decision.failure))
    if (form.kind === 'object' && count !== 1) return failAsNotOne(count)
    // As in PostgREST, only an update reports which rows it found.
    const range = contentRange(0, method === 'POST' ? 0 : count, preferences.countAll ? count : null)
    const headers = { 'content-range': range, ...headersOfOnly }
    const done = isCreated || (method === 'POST' && count === 0) ? 201 : 200
    if (!isShown)
      return { ok: true, value: { status: method === 'PATCH' && done === 200 ? 204 : done, headers } }
    return replyWithRows(request, done, headers, `[${rows.join()}]`)
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
  Object.fromEntries(
    [...selection].map(([alias, shown]) => [
      alias,
      'column' in shown ? sale[shown.column.name as keyof Opportunity] : undefined,
    ]),
  )
