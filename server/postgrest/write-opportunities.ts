import { failed } from '#domain/kernel/result.ts'
import type { AgentFields } from '#domain/opportunity/opportunity.ts'
import type { Context } from '../context.ts'
import { readSequence } from '../http/idempotency-key.ts'
import { type Answer, allOf, failAsNotOne, failWith } from '../http/problem.ts'
import type { Turns } from '../http/turns.ts'
import { isForeign } from '../identity/foreign-sales.queries.ts'
import { problemOfCaller } from '../identity/permit.ts'
import {
  createOpportunities,
  createOpportunity,
  updateOpportunities,
  updateOpportunity,
} from '../sales/opportunities.commands.ts'
import type { SaleChange } from '../sales/plan-write.ts'
import { OPPORTUNITIES } from './catalogue.ts'
import type { Filter } from './query.ts'
import type { DataReply, DataRequest } from './request.ts'
import { replyToWrite, startReply } from './sale-reply.ts'
import { type UpdatePage, updatePageOf } from './update-page.queries.ts'
import { findAllWritable, readRow, readUpdate } from './values.ts'

const MAX_ROWS = 500

type SaleContext = Pick<Context, 'db' | 'changeFeed' | 'recentSales' | 'saleWriter'> & {
  inTurn: Turns<DataReply>
}

/**
 * Returns true if a suspended phone must be refused: it may only send numbered writes of its sales (docs/product 26.6).
 */
const isUnnumbered = ({ caller, idempotencyKey }: DataRequest) =>
  caller.hold !== undefined && idempotencyKey === undefined

/** Answers POST of one or more sales. */
export async function postOpportunities(
  context: SaleContext,
  request: DataRequest,
): Promise<Answer<DataReply>> {
  const { body, query, preferences, form } = request
  if (isUnnumbered(request)) return failed(problemOfCaller('phone-suspended'))
  const rows = Array.isArray(body) ? body : [body]
  if (rows.length > MAX_ROWS) return failWith('PGRST124', `At most ${MAX_ROWS}.`)
  if (form.kind === 'object' && rows.length !== 1)
    return failWith('PGRST116', `The body holds ${rows.length} rows.`)
  if (query.onConflict && query.onConflict.join() !== 'session_id')
    return failWith('42P10', 'It is session_id.')
  const columns = findAllWritable(OPPORTUNITIES, query.columns)
  if (!columns.ok) return columns
  const changes = allOf(rows.map((row) => readNewSale(row, request)))
  if (!changes.ok) return changes
  if (request.idempotencyKey !== undefined && rows.length !== 1) return failWith('bad-idempotency-key')
  const sessionIds = changes.value.map(({ values }) => values.session_id)
  if (await isForeign(context.db, request.caller, sessionIds)) return failWith('not-your-sale')
  const [change, ...others] = changes.value
  const onDuplicate = preferences.onDuplicate === 'merge' ? 'merge' : 'keep'
  if (change && others.length === 0 && onDuplicate === 'keep')
    return replyToWrite(request, await createOpportunity(context, change))
  const create = async () => {
    const reply = startReply(request)
    return reply.answer(await createOpportunities(context, changes.value, onDuplicate, reply.take))
  }
  return rows.length === 1 ? create() : context.inTurn(create)
}

function readNewSale(
  row: unknown,
  { query, idempotencyKey, isSigned, phone, caller, id: requestId }: DataRequest,
): Answer<SaleChange> {
  const values = readRow(OPPORTUNITIES, row, query.columns)
  if (!values.ok) return values
  const { session_id } = values.value
  if (typeof session_id !== 'string') return failWith('23502', 'A sale needs a session_id.')
  const sequence = readSequence(idempotencyKey, session_id)
  if (!sequence.ok) return sequence
  return {
    ok: true,
    value: {
      values: { ...values.value, session_id },
      sequence: sequence.value,
      isSigned,
      phone,
      owner: caller.ownerId,
      hold: caller.hold,
      requestId,
    },
  }
}

/**
 * Answers PATCH of the sale of a session, or of every sale that the filters find. A PATCH of one sale never waits for a
 * turn.
 */
export async function patchOpportunities(
  context: SaleContext,
  request: DataRequest,
): Promise<Answer<DataReply>> {
  const { filters, limit, offset, columns } = request.query
  if (isUnnumbered(request)) return failed(problemOfCaller('phone-suspended'))
  const read = readUpdate(OPPORTUNITIES, request.body, columns)
  if (!read.ok) return read
  const page = updatePageOf(OPPORTUNITIES, request.query, request.caller)
  if (!page.ok) return page
  const values: Partial<AgentFields> = read.value
  const leavesNoneOut = !offset && limit !== 0 && request.preferences.maxRows > 0
  const sessionId = leavesNoneOut ? onlyValueOf('session_id', filters) : undefined
  if (values.session_id !== undefined && values.session_id !== sessionId)
    return failWith('42501', 'A sale keeps its session_id.')
  const sequence = readSequence(request.idempotencyKey, sessionId)
  if (!sequence.ok) return sequence
  if (Object.keys(values).length === 0) return replyToWrite(request, { ok: true, value: [] })
  if (sessionId === undefined) {
    const patch = () => patchMany(context, request, page.value, values)
    return onlyValueOf('id', filters) === undefined ? context.inTurn(patch) : patch()
  }
  if (await isForeign(context.db, request.caller, [sessionId])) return failWith('not-your-sale')
  const change = {
    values: { ...values, session_id: sessionId },
    sequence: sequence.value,
    follows: request.follows,
    isSigned: request.isSigned,
    phone: request.caller.phoneId,
    owner: request.caller.ownerId,
    hold: request.caller.hold,
    requestId: request.id,
  }
  return replyToWrite(request, await updateOpportunity(context, change))
}

async function patchMany(
  context: SaleContext,
  request: DataRequest,
  { where, maxFound }: UpdatePage,
  values: Partial<AgentFields>,
): Promise<Answer<DataReply>> {
  const isSingle = request.form.kind === 'object'
  const most = Math.min(MAX_ROWS, request.preferences.maxRows, maxFound)
  const expected = isSingle ? { least: 1, most: 1 } : { least: 0, most }
  const change = { values, hold: request.caller.hold, requestId: request.id }
  const reply = startReply(request)
  const decision = await updateOpportunities(context, where, change, expected, reply.take)
  if (!('found' in decision)) return reply.answer(decision)
  if (decision.found > maxFound) return failWith('PGRST109')
  if (isSingle) return failAsNotOne(decision.found === 0 ? 0 : 'several')
  return failWith('PGRST124', `At most ${most}.`)
}

/** Returns the value if `column=eq.…` is the only filter. */
function onlyValueOf(column: string, [filter, ...others]: readonly Filter[]): string | undefined {
  if (others.length > 0 || filter?.kind !== 'compare' || filter.negated || filter.quantifier) return undefined
  return filter.column === column && filter.comparison === 'eq' ? filter.value : undefined
}
