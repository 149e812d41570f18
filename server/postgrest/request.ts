import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { FOLLOWS_HEADER, PHONE_HEADER, SIGNED_HEADER } from '#protocol/call-headers.ts'
import { type Answer, failWith } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import { findTable, type Table } from './catalogue.ts'
import { type Form, inForm, parseAccept } from './forms.ts'
import { parseQuery } from './parse-query.ts'
import { type Preferences, parsePreferences, parseRange, type Range } from './preferences.ts'
import type { Query } from './query.ts'
import { type Shape, shapeOf } from './shape.ts'
import { permitTable } from './table-permissions.ts'

/** A parsed call of the data API for a table that exists. */
export type DataRequest = Shape & {
  table: Table
  query: Query
  preferences: Preferences
  form: Form
  range: Range
  body: unknown
  idempotencyKey: string | undefined
  /** The sequence of the sale's previous write, if the phone sent it. */
  follows: number | undefined
  /** True if the phone already has the signature of the sale that it creates. */
  isSigned: boolean
  caller: Caller
  /** The phone that calls. Undefined for other clients. */
  phone: string | undefined
  /** Identifies the call in the log. */
  id: string
  method: string
  acceptEncoding: string | undefined
}

/** An answer of the data API: text, perhaps compressed, and headers, including its type. */
export type DataReply = { status: number; text?: string | Buffer; headers: Record<string, string> }

/** Reads a call. Fails if it is malformed, if the table does not exist, or if the caller lacks a permission. */
export function readRequest(request: FastifyRequest): Answer<DataRequest> {
  const { headers, body, method, url, id, caller } = request
  const table = findTable((request.params as { table: string }).table)
  if (!table) return failWith('PGRST205')
  const query = parseQuery(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
  if (!query.ok) return query
  const form = parseAccept(headers.accept)
  if (!form.ok) return form
  const isRead = method === 'GET' || method === 'HEAD'
  const profile = headers[isRead ? 'accept-profile' : 'content-profile']
  if (profile !== undefined && profile !== 'public') return failWith('PGRST106')
  const preferences = parsePreferences(headers.prefer?.toString(), !isRead)
  if (!preferences.ok) return preferences
  // In HTTP, a range is only for GET.
  const range = parseRange(method === 'GET' ? headers.range : undefined)
  if (!range.ok) return range
  const shape = shapeOf(table, query.value)
  if (!shape.ok) return shape
  const permitted = permitTable(caller, table, {
    isWrite: !isRead,
    returnsRows: isRead || preferences.value.returning === 'representation',
    embedsLead: shape.value.embed !== undefined,
  })
  if (!permitted.ok) return permitted
  const key = headers['idempotency-key']
  return {
    ok: true,
    value: {
      table,
      query: query.value,
      ...shape.value,
      preferences: preferences.value,
      form: form.value,
      range: range.value,
      body,
      idempotencyKey: key?.toString(),
      follows: Number(headers[FOLLOWS_HEADER]) || undefined,
      isSigned: headers[SIGNED_HEADER] === '1',
      caller,
      phone: caller.phoneId ?? z.uuid().safeParse(headers[PHONE_HEADER]).data,
      id,
      method,
      acceptEncoding: headers['accept-encoding']?.toString(),
    },
  }
}

/** Returns the answer for a JSON list of rows, in the form that the client asked for. */
export function replyWithRows(
  { form, selection }: Pick<DataRequest, 'form' | 'selection'>,
  status: number,
  headers: Record<string, string>,
  list: string,
): Answer<DataReply> {
  return {
    ok: true,
    value: {
      status,
      headers: { ...headers, 'content-type': form.contentType },
      text: inForm(form, list, selection.keys()),
    },
  }
}

/** Returns a range such as `0-24/573`: the rows that an answer holds, and the total if it is known. */
export function contentRange(offset: number, count: number, total: number | null): string {
  return `${count > 0 ? `${offset}-${offset + count - 1}` : '*'}/${total ?? '*'}`
}
