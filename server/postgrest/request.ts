import type { FastifyRequest } from 'fastify'
import { FOLLOWS_HEADER } from '#protocol/call-headers.ts'
import { type Answer, failWith } from '../http/problem.ts'
import { findTable, type Table } from './catalogue.ts'
import { parseQuery } from './parse-query.ts'
import { type Preferences, parseAccept, parsePreferences, parseRange, type Range } from './preferences.ts'
import type { Query } from './query.ts'
import { type Selection, selectionOf } from './rows.queries.ts'

/** A parsed call of the data API for a table that exists. */
export type DataRequest = {
  table: Table
  query: Query
  selection: Selection
  preferences: Preferences
  /** Whether the answer is the one row itself instead of a list. */
  single: boolean
  range: Range
  body: unknown
  idempotencyKey: string | undefined
  /** The sequence of the sale's previous write, if the phone sent it. */
  follows: number | undefined
  /** Identifies the call in the log. */
  id: string
  method: string
}

/** An answer of the data API: JSON text, perhaps compressed, and headers. */
export type DataReply = { status: number; json?: string | Buffer; headers: Record<string, string> }

/** Reads a call; fails if it is malformed or if the table does not exist. */
export function readRequest(request: FastifyRequest): Answer<DataRequest> {
  const { headers, body, method, url, id } = request
  const table = findTable((request.params as { table: string }).table)
  if (!table) return failWith('PGRST205')
  const query = parseQuery(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
  if (!query.ok) return query
  const selection = selectionOf(table, query.value.select)
  if (!selection.ok) return selection
  const accept = parseAccept(headers.accept)
  if (!accept.ok) return accept
  const range = parseRange(headers.range)
  if (!range.ok) return range
  const key = headers['idempotency-key']
  return {
    ok: true,
    value: {
      table,
      query: query.value,
      selection: selection.value,
      preferences: parsePreferences(headers.prefer?.toString()),
      single: accept.value.single,
      range: range.value,
      body,
      idempotencyKey: key?.toString(),
      follows: Number(headers[FOLLOWS_HEADER]) || undefined,
      id,
      method,
    },
  }
}

/** Returns `0-24/573`: which rows an answer holds, and the total if it is known. */
export function contentRange(offset: number, count: number, total: number | null): string {
  return `${count > 0 ? `${offset}-${offset + count - 1}` : '*'}/${total ?? '*'}`
}
