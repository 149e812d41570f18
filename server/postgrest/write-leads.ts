import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { type Answer, failAsNotOne, failWith } from '../http/problem.ts'
import { allOrNothing } from '../sales/all-or-nothing.ts'
import { LEADS } from './catalogue.ts'
import { maxBytesOf } from './forms.ts'
import { setLeadStatus } from './leads.queries.ts'
import { contentRange, type DataReply, type DataRequest, replyWithRows } from './request.ts'
import { returnRows } from './rows.queries.ts'
import { updatePageOf } from './update-page.queries.ts'
import { readUpdate } from './values.ts'

/** Answers PATCH of leads. The public key may set only their status. */
export async function patchLeads(
  { db, changeFeed }: Pick<Context, 'db' | 'changeFeed'>,
  request: DataRequest,
): Promise<Answer<DataReply>> {
  const { body, query, preferences, selection, form } = request
  const values = readUpdate(LEADS, body, query.columns)
  if (!values.ok) return values
  const page = updatePageOf(LEADS, query, request.caller)
  if (!page.ok) return page
  const { status } = values.value
  if (typeof status !== 'string') return reply(request, { json: '[]', count: 0 })
  const { where, maxFound } = page.value
  const isShown = preferences.returning === 'representation'
  const write = async (on: Db): Promise<Answer<Written>> => {
    const statement = setLeadStatus(status, where)
    const { json, count } = await returnRows(on, statement, selection, { content: isShown })
    if (count > maxFound) return failWith('PGRST109')
    if (form.kind === 'object' && count !== 1) return failAsNotOne(count)
    if (count > preferences.maxRows) return failWith('PGRST124', `At most ${preferences.maxRows}.`)
    const fits = json !== null && json.length <= maxBytesOf(form)
    return fits ? { ok: true, value: { json, count } } : failWith('answer-too-large')
  }
  // The write must be rolled back if the answer would be too large or there are more rows than the client allows.
  const mayBeUndone =
    isShown || form.kind === 'object' || Number.isFinite(Math.min(preferences.maxRows, maxFound))
  const written = await (mayBeUndone ? allOrNothing(db, write) : write(db))
  if (!written.ok) return written
  if (written.value.count > 0) changeFeed.wake()
  return reply(request, written.value)
}

type Written = { json: string; count: number }

function reply(request: DataRequest, { json, count }: Written): Answer<DataReply> {
  if (request.form.kind === 'object' && count !== 1) return failAsNotOne(count)
  const { countAll, returning } = request.preferences
  const headers = { 'content-range': contentRange(0, count, countAll ? count : null) }
  if (returning !== 'representation') return { ok: true, value: { status: 204, headers } }
  return replyWithRows(request, 200, headers, json)
}
