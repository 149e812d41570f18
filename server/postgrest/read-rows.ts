import { failed } from '#domain/kernel/result.ts'
import type { Db } from '../db/schema.ts'
import { readProblem } from '../http/database-problem.ts'
import { type Answer, allOf, failAsNotOne, failWith, problemOf } from '../http/problem.ts'
import { LEADS } from './catalogue.ts'
import { maxBytesOf } from './forms.ts'
import { contentRange, type DataReply, type DataRequest, replyWithRows } from './request.ts'
import { selectRows } from './rows.queries.ts'
import { whereOf } from './shape.ts'
import type { Turns } from './turns.ts'
import { findColumn } from './values.ts'

/** Answers GET and HEAD of a table. */
export async function readRows(
  { db, inTurn }: { db: Db; inTurn: Turns<DataReply> },
  request: DataRequest,
): Promise<Answer<DataReply>> {
  const { table, query, selection, embed, preferences, method } = request
  const where = whereOf(table, query, embed)
  if (!where.ok) return where
  const ordered = allOf(
    query.order.map(({ embed: of, column }) => findColumn(of === undefined ? table : LEADS, column)),
  )
  if (!ordered.ok) return ordered
  const { limit, offset } = pageOf(request)
  const wanted = { table, selection, where: where.value, order: query.order, embed, limit, offset }
  const how = { countAll: preferences.countAll, content: method !== 'HEAD' }
  try {
    return await inTurn(async () => replyTo(request, offset, await selectRows(db, wanted, how)))
  } catch (error) {
    const problem = readProblem(error)
    if (!problem) throw error
    return failed(problem)
  }
}

/** Returns the overlap of the parameters and the header `Range`. */
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

type Rows = Awaited<ReturnType<typeof selectRows>>

function replyTo(request: DataRequest, offset: number, { json, count, total }: Rows): Answer<DataReply> {
  if (total !== null && offset > total) return failBeyond(offset, total)
  if (request.form.kind === 'object' && count !== 1) return failAsNotOne(count)
  if (json === null || json.length > maxBytesOf(request.form)) return failWith('answer-too-large')
  const headers = { 'content-range': contentRange(offset, count, total) }
  const status = total !== null && count < total ? 206 : 200
  return replyWithRows(request, status, headers, request.method === 'HEAD' ? '[]' : json)
}
