import type { NewOutcome, SaleOutcome } from '#domain/after-signature/sale-outcome.ts'
import { isList, isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { failed, success } from '#domain/kernel/result.ts'
import { BACK_OFFICE_PATH, type SealedDocument } from '#protocol/back-office.ts'
import type { OutcomeMark, SaleEvent, SaleRecord } from '#protocol/sale-record.ts'
import { type Answered, ask, NOT_OURS } from './ask.ts'
import { callApi } from './http.ts'

/** Everything that the page of a sale shows. */
export type WholeRecord = SaleRecord & { documents: SealedDocument[]; events: SaleEvent[] }

/** Reads the record of a sale; null if there is no such sale. */
export async function readWholeRecord(sessionId: string): Promise<Answered<WholeRecord | null>> {
  const id = encodeURIComponent(sessionId)
  const [record, documents, events] = await Promise.all([
    readRecord(id),
    ask(`${BACK_OFFICE_PATH}/documents?session_id=${id}`, isList<SealedDocument>),
    ask(`${BACK_OFFICE_PATH}/sales/${id}/timeline`, isList<SaleEvent>),
  ])
  if (!record.ok) return record
  if (record.value === null) return success(null)
  if (!documents.ok) return documents
  if (!events.ok) return events
  return success({ ...record.value, documents: documents.value, events: events.value })
}

async function readRecord(id: string): Promise<Answered<SaleRecord | null>> {
  const answer = await callApi(`${BACK_OFFICE_PATH}/sales/${id}`)
  if (!answer.ok) return answer.failure.code === 'not-found' ? success(null) : failed(answer.failure)
  const record = parseJson(answer.value.body)
  return isObject<SaleRecord>(record) ? success(record) : failed({ message: NOT_OURS })
}

/** Records the outcome of a signed sale. The same id can be sent again. */
export const recordOutcome = (sessionId: string, outcome: NewOutcome) =>
  ask(outcomesOf(sessionId), isObject<SaleOutcome>, { method: 'POST', body: outcome })

/** Takes an outcome back, or lets it count again. */
export const markOutcome = (sessionId: string, id: string, mark: OutcomeMark) =>
  ask(`${outcomesOf(sessionId)}/${id}`, isObject<SaleOutcome>, { method: 'PUT', body: mark })

const outcomesOf = (sessionId: string) =>
  `${BACK_OFFICE_PATH}/sales/${encodeURIComponent(sessionId)}/outcomes`
