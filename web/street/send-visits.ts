import { isList, parseJson } from '#domain/kernel/parse-json.ts'
import { VISITS_PATH, type VisitCall } from '#protocol/visits.ts'
import { type ApiResult, callApi } from '../http/http.ts'
import { refusalOf } from './refusal-of.ts'

/** The result of a call: the server has the visits, refused them for this reason, or must be asked again. */
export type VisitsSent = 'stored' | 'retry' | { refusal: string }

const NO_SUCH_LEAD = '23503'

/** Sends visits; either all of them are stored or none. */
export async function sendVisits(visits: readonly VisitCall[]): Promise<VisitsSent> {
  const answer = await callApi(VISITS_PATH, { method: 'POST', body: visits.map(toCall) })
  if (hasArrived(answer, visits.length)) return 'stored'
  const refused = refusalOf(answer)
  if (!refused) return 'retry'
  const isGone = refused.code === NO_SUCH_LEAD
  return { refusal: isGone ? 'The office no longer has this door' : refused.message }
}

/** The server refuses fields that it does not know. */
const toCall = ({
  id,
  lead_id,
  outcome,
  occurred_at,
  note,
  call_back_on,
  call_back_at,
  undoes,
  phone,
}: VisitCall) => ({ id, lead_id, outcome, occurred_at, note, call_back_on, call_back_at, undoes, phone })

/** Only Doorstep itself answers with what it stored. */
function hasArrived(answer: ApiResult, count: number): boolean {
  const stored = answer.ok ? parseJson(answer.value.body) : undefined
  return isList(stored) && stored.length === count
}
