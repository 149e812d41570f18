import { failed, success } from '#domain/kernel/result.ts'
import type { Db } from '../db/schema.ts'
import { acceptsGzip } from '../http/compress-large.ts'
import { readProblem } from '../http/database-problem.ts'
import { type Answer, allOf, failAsNotOne, failWith, problemOf } from '../http/problem.ts'
import type { Turns } from '../http/turns.ts'
import { buildList } from './build-list.ts'
import { LEADS } from './catalogue.ts'
import { isPlainList, maxBytesOf } from './forms.ts'
import { contentRange, type DataReply, type DataRequest, replyWithRows } from './request.ts'
import { countRows, type FewRows, type RowsWanted, readRowsInPieces, selectFewRows } from './rows.queries.ts'
import { whereOf } from './shape.ts'
import { findColumn } from './values.ts'

/** Answers GET and HEAD of a table. */
export async function readRows(
  { db, inTurn }: { db: Db; inTurn: Turns<DataReply> },
  request: DataRequest,
): Promise<Answer<DataReply>> {
  const { table, query, selection, embed, preferences, method } = request
  const where = whereOf(table, query, embed, request.caller)
  if (!where.ok) return where
  const ordered = allOf(
    query.order.map(({ embed: of, column }) => findColumn(of === undefined ? table : LEADS, column)),
  )
  if (!ordered.ok) return ordered
  const { limit, offset } = pageOf(request)
  const wanted = { table, selection, where: where.value, order: query.order, embed, limit, offset }
  const how = { countAll: preferences.countAll, content: method !== 'HEAD' }
  try {
    return await inTurn(async () => {
      const few = await selectFewRows(db, wanted, how)
      return few ? replyWithFew(request, offset, few) : readList(db, request, wanted)
    })
  } catch (error) {
    const problem = readProblem(error)
    if (!problem) throw error
    return failed(problem)
  }
}

/** Returns the page on which the parameters and the header `Range` overlap. */
function pageOf({ table, query, range }: DataRequest): { limit: number; offset: number } {
  const start = query.offset ?? 0
  const end = Math.min(start + (query.limit ?? Number.POSITIVE_INFINITY), range.offset + range.limit)
  const offset = Math.max(start, range.offset)
  return { offset, limit: Math.min(Math.max(end - offset, 0), table.maxRows) }
}

/** Fails for a page after the last one. With the total, the client can go back to a page that exists. */
function failBeyond(offset: number, total: number): Answer<DataReply> {
  const details = `An offset of ${offset} was requested, but there are only ${total} rows.`
  const headers = { 'content-range': contentRange(offset, 0, total) }
  return failed({ ...problemOf('PGRST103', details), headers })
}

function replyWithFew(
  request: DataRequest,
  offset: number,
  { json, count, total }: FewRows,
): Answer<DataReply> {
  const head = headOf(request, offset, count, total)
  if (!head.ok) return head
  if (json.length > maxBytesOf(request.form)) return failWith('answer-too-large')
  const { status, headers } = head.value
  // Sent without a text, so that no length is sent: it would have to be the length of the rows.
  if (request.method === 'HEAD')
    return success({ status, headers: { ...headers, 'content-type': request.form.contentType } })
  return replyWithRows(request, status, headers, json)
}

/** Reads many rows, or heavy ones, without holding them all in memory. The total is from the same moment. */
async function readList(db: Db, request: DataRequest, wanted: RowsWanted): Promise<Answer<DataReply>> {
  const { form, acceptEncoding, preferences } = request
  const isPlain = isPlainList(form)
  const packs = isPlain && acceptsGzip(acceptEncoding)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const total = preferences.countAll ? await countRows(tx, wanted) : null
      const list = await buildList(readRowsInPieces(tx, wanted), { maxBytes: maxBytesOf(form), packs })
      if (!list) return failWith('answer-too-large')
      const head = headOf(request, wanted.offset, list.count, total)
      if (!head.ok) return head
      const { status, headers } = head.value
      if (!isPlain) return replyWithRows(request, status, headers, list.text.toString())
      const described = { ...headers, ...list.headers, 'content-type': form.contentType }
      return success({ status, headers: described, text: list.text })
    })
}

type Head = { status: number; headers: Record<string, string> }

/** Returns the status and headers of a list. Fails if the page or the number of rows is not as requested. */
function headOf({ form }: DataRequest, offset: number, count: number, total: number | null): Answer<Head> {
  if (total !== null && offset > total) return failBeyond(offset, total)
  if (form.kind === 'object' && count !== 1) return failAsNotOne(count)
  const status = total !== null && count < total ? 206 : 200
  return success({ status, headers: { 'content-range': contentRange(offset, count, total) } })
}
