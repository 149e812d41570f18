import { type RawBuilder, sql } from 'kysely'
import { leadStatusesBefore, leadStatusFor } from '#domain/lead/lead-progress.ts'
import { NOTHING_YET } from '#domain/opportunity/opportunity.ts'
import type { RuleFields } from '#domain/opportunity/rules.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import { ALWAYS_PREPARED } from '../db/postgres/preparing-client.ts'
import type { Db } from '../db/schema.ts'
import { queuePushes } from '../deliveries/states.queries.ts'
import { SALE, type SaleRecord, type StoredSale, toSale } from './opportunities.queries.ts'

/** One write of a sale, with everything that happens in the same instant. */
export type SaleWrite = {
  /** The revision it was decided on; nothing for a new sale. */
  expected: number | undefined
  sessionId: string
  values: Partial<RuleFields> & { session_id: string }
  /** Whether the contract arrives with it, and whether it wins the sale. */
  receives: boolean
  wins: boolean
  /** The status that the sale's lead follows, if it moves, and which lead that is. */
  leadFollows: OpportunityStatus | undefined
  leadId: string | null
  tellsCrm: boolean
  call: { sequence: number; status: 200 | 201 } | undefined
  requestId: string | undefined
}

/** How long writes that go together wait for a row that somebody else has locked. */
const PATIENCE = sql`(select set_config('lock_timeout', '500ms', true)) as patience,`

/**
 * Writes sales, moves their leads, queues the CRM pushes and notes the numbered calls, all in one statement, whatever
 * the sales: all are written or none. Answers write by write: nothing where the sale is no longer at the expected
 * revision or, for a new one, exists already. No two of the writes may be of the same sale or of the same lead.
 */
export async function writeSales(db: Db, writes: readonly SaleWrite[]): Promise<(StoredSale | undefined)[]> {
  const patience = writes.length > 1 ? PATIENCE : sql``
  const { rows } = await sql<SaleRecord & { session_id: string }>`${ALWAYS_PREPARED}
    with given as materialized (
      select ask.*, sale.* from ${patience}
        jsonb_to_recordset(${JSON.stringify(writes.map(toRow))}::jsonb) as ask (${sql.raw(ASK_COLUMNS)}),
        jsonb_populate_record(null::opportunities, ask.values) as sale
    ), ${sql.join(stepsOf(writes))}
    select record, signature, revision, session_id from stored`.execute(db)
  const stored = new Map(rows.map((row) => [row.session_id, { sale: toSale(row), revision: row.revision }]))
  return writes.map(({ sessionId }) => stored.get(sessionId))
}

/** Writes one sale. */
export async function writeSale(db: Db, write: SaleWrite): Promise<StoredSale | undefined> {
  const [stored] = await writeSales(db, [write])
  return stored
}

const ASK_COLUMNS = `action text, expected bigint, values jsonb, receives boolean, wins boolean, lead_goes_to text,
  lead_comes_from text[], tells_crm boolean, sequence integer, answered smallint, request_id text`

/** A write as a row of `given`. An action is told by its name, as PostgreSQL then expects few rows of it. */
function toRow({ expected, values, receives, wins, leadFollows, tellsCrm, call, requestId }: SaleWrite) {
  const leadGoesTo = leadFollows && leadStatusFor(leadFollows)
  return {
    action: expected === undefined ? 'create' : 'update',
    expected,
    values,
    receives,
    wins,
    lead_goes_to: leadGoesTo,
    lead_comes_from: leadGoesTo && leadStatusesBefore(leadGoesTo),
    tells_crm: tellsCrm,
    sequence: call?.sequence,
    answered: call?.status,
    request_id: requestId,
  }
}

/** What a write may set, besides the session of a new sale. */
const COLUMNS = Object.keys(NOTHING_YET)

const list = (columns: readonly string[]) => sql.raw(columns.join(', '))

const CREATE = sql`
  insert into opportunities as o (session_id, ${list(COLUMNS)}, area, received_at, closed_by)
  select session_id, ${list(COLUMNS)}, (select area from leads where id = lead_id),
    case when receives then now() end, case when wins then 'agent' end
  from given where action = 'create'
  on conflict (session_id) do nothing
  returning ${SALE}, o.session_id, o.lead_id`

/** Sets only what is given: the rest stays as it is by now, whoever wrote it. */
const UPDATE = sql`
  update opportunities as o set ${list(
    COLUMNS.map(
      (column) => `${column} = case when values ? '${column}' then given.${column} else o.${column} end`,
    ),
  )},
    area = case when values ? 'lead_id' then (select area from leads where id = given.lead_id) else o.area end,
    received_at = case when receives then now() else o.received_at end,
    closed_by = case when wins then 'agent' else o.closed_by end,
    revision = o.revision + 1
  from given
  where action = 'update' and o.session_id = given.session_id and o.revision = expected
  returning ${SALE}, o.session_id, o.lead_id`

const MOVE_LEADS = sql`
  update leads set status = lead_goes_to
  from given join stored using (session_id)
  where leads.id = stored.lead_id and leads.status = any (lead_comes_from)`

/** The signature is kept once, with the sale; an answer notes only that there was none yet. */
const NOTE_CALLS = sql`
  insert into applied_calls (session_id, sequence, status, answer)
  select session_id, sequence, answered,
    case when signature is null then record || '{"contract_signature": null}' else record end
  from given join stored using (session_id) where sequence is not null`

/** What has to be done for these writes, and nothing else: planning the whole statement takes longer than a write. */
function stepsOf(writes: readonly SaleWrite[]) {
  const creates = writes.some(({ expected }) => expected === undefined)
  const updates = writes.some(({ expected }) => expected !== undefined)
  const stored = [creates && sql`select * from created`, updates && sql`select * from updated`]
  return [
    creates && sql`created as (${CREATE})`,
    updates && sql`updated as (${UPDATE})`,
    sql`stored as materialized (${sql.join(stored.filter(isStep), sql` union all `)})`,
    writes.some(({ leadFollows }) => leadFollows) && sql`moved_leads as (${MOVE_LEADS})`,
    writes.some(({ tellsCrm }) => tellsCrm) && sql`pushes as (${queuePushes})`,
    writes.some(({ call }) => call) && sql`calls as (${NOTE_CALLS})`,
  ].filter(isStep)
}

const isStep = (step: RawBuilder<unknown> | false): step is RawBuilder<unknown> => step !== false
