import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { type Answer, failAsNotOne, failWith } from '../http/problem.ts'
import { allOrNothing } from '../sales/all-or-nothing.ts'
import { LEADS } from './catalogue.ts'
import { conditionOf } from './conditions.queries.ts'
import { setLeadStatus } from './leads.queries.ts'
import { contentRange, type DataReply, type DataRequest } from './request.ts'
import { returnRows } from './rows.queries.ts'
import { findAllWritable, readRow } from './values.ts'

/** PATCH of leads: the public key may set only their status. */
export async function patchLeads(
  { db, changeFeed }: Pick<Context, 'db' | 'changeFeed'>,
  { body, query, preferences, selection, single }: DataRequest,
): Promise<Answer<DataReply>> {
  const columns = findAllWritable(LEADS, query.columns)
  if (!columns.ok) return columns
  const values = readRow(LEADS, body, query.columns)
  if (!values.ok) return values
  const { status } = values.value
  if (typeof status !== 'string') return failWith('23502', 'A lead can be given a status.')
  const where = conditionOf(LEADS, query.filters)
  if (!where.ok) return where
  const isShown = preferences.returning === 'representation'
  const write = async (on: Db): Promise<Answer<{ json: string; count: number }>> => {
    const statement = setLeadStatus(status, where.value)
    const { json, count } = await returnRows(on, statement, selection, { content: isShown })
    if (single && count !== 1) return failAsNotOne(count)
    if (count > preferences.maxRows) return failWith('PGRST124', `At most ${preferences.maxRows}.`)
    return json === null ? failWith('answer-too-large') : { ok: true, value: { json, count } }
  }
  // If the answer would be too large, or more rows than the client allows are found, the write must be rolled back.
  const mayBeUndone = isShown || single || Number.isFinite(preferences.maxRows)
  const written = await (mayBeUndone ? allOrNothing(db, write) : write(db))
  if (!written.ok) return written
  const { json, count } = written.value
  if (count > 0) changeFeed.wake()
  const headers = { 'content-range': contentRange(0, count, preferences.countAll ? count : null) }
  if (!isShown) return { ok: true, value: { status: 204, headers } }
  return { ok: true, value: { status: 200, headers, json: single ? json.slice(1, -1) : json } }
}
