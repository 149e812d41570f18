import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Hold } from '#domain/access/hold.ts'
import { leadStatusesBefore, leadStatusFor } from '#domain/lead/lead-progress.ts'
import { AGENT_COLUMNS, type AgentFields } from '#domain/opportunity/opportunity.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import { ALWAYS_PREPARED } from '../db/postgres/preparing-client.ts'
import type { Db } from '../db/schema.ts'
import { queuePushes } from '../deliveries/states.queries.ts'
import { isFreeDoor, type PlaceOfSale, placesOfLocation } from '../street/register/door-of-sale.queries.ts'
import { SALE, type SaleRecord, type StoredSale, toSale } from './opportunities.queries.ts'

/** One write of a sale, with everything that is written with it. */
export type SaleWrite = {
  /** The revision on which the write was decided; undefined for a new sale. */
  expected: number | undefined
  sessionId: string
  values: Partial<AgentFields> & { session_id: string }
  /** True if the contract arrives with this write. */
  receives: boolean
  /** True if an agent wins the sale with this write. */
  wins: boolean
  /** The status of the sale that its lead must follow, if it moves. */
  leadFollows: OpportunityStatus | undefined
  leadId: string | null
  /** The door to check. If set, nothing is written unless a sale may be started there (docs/product 16.2). */
  freeDoor?: PlaceOfSale | undefined
  /** The register's entry for the door, if the sale is won at a door on the register. */
  entryId?: string | undefined
  pushesToCrm: boolean
  call: { sequence: number; status: 200 | 201 } | undefined
  /**
   * The phone and the person that make a new sale. An update only adds the person to a sale of this phone that has
   * none.
   */
  phone?: string | undefined
  owner?: string | undefined
  /** The reason why the sale is held from now on. A sale that is already held keeps its own. */
  hold?: Hold | undefined
  requestId: string | undefined
}

/** The time that writes in one statement wait for a row that another transaction has locked. */
const LOCK_TIMEOUT = sql`(select set_config('lock_timeout', '500ms', true)) as lock_timeout,`

/**
 * Writes sales, moves their leads, queues the CRM pushes and records the numbered calls in one statement, all or none.
 * Returns the stored sale for each write, or undefined if the sale has another revision than expected, if a new sale
 * already exists, or if the door is not free. No two writes may concern the same sale or the same lead.
 */
export async function writeSales(db: Db, writes: readonly SaleWrite[]): Promise<(StoredSale | undefined)[]> {
  const given = JSON.stringify(writes.map(toRow))
  const query = CompiledQuery.raw(writeStatement(db, needsOf(writes)), [given])
  const { rows } = await db.executeQuery<WrittenRow>(query)
  const stored = new Map(rows.map((row) => [row.session_id, { sale: toSale(row), revision: row.revision }]))
  return writes.map(({ sessionId }) => stored.get(sessionId))
}

type WrittenRow = SaleRecord & { session_id: string }

/** Caches the texts of the statement by their steps, because composing one takes 15 microseconds. */
const composed = new Map<string, string>()

/** Returns the text of the statement with these steps. `write-sales.sql` shows it with all steps. */
export function writeStatement(db: Pick<Db, 'getExecutor'>, needs: Needs): string {
  const key = JSON.stringify(needs)
  const text = composed.get(key) ?? compose(needs).compile(db).sql
  composed.set(key, text)
  return text
}

const compose = (needs: Needs) => sql`${ALWAYS_PREPARED}
with given as materialized (
  select ask.*, sale.*${needs.freeDoor ? DOOR_IS_FREE : sql``} from ${needs.together ? LOCK_TIMEOUT : sql``}
    jsonb_to_recordset(${'the writes'}::jsonb) as ask (${sql.raw(ASK_COLUMNS)}),
    jsonb_populate_record(null::opportunities, ask.values) as sale
),
${sql.join(stepsOf(needs), sql.raw(',\n'))}
select record, signature, revision, session_id from stored`

/** Writes one sale. */
export async function writeSale(db: Db, write: SaleWrite): Promise<StoredSale | undefined> {
  const [stored] = await writeSales(db, [write])
  return stored
}

const ASK_COLUMNS = `action text, expected bigint, values jsonb, receives boolean, wins boolean,
      lead_goes_to text, lead_comes_from text[], pushes_to_crm boolean, sequence integer, answered smallint, request_id text,
      entry_id uuid, door_lead uuid, door_places text[]`

/** Returns a write as a row of `given`. The action is a text, because PostgreSQL then estimates few rows for it. */
function toRow(write: SaleWrite) {
  const { expected, values, receives, wins, leadFollows, pushesToCrm, call, requestId } = write
  const { phone: phone_id, owner: owner_id, hold } = write
  const leadGoesTo = leadFollows && leadStatusFor(leadFollows)
  return {
    action: expected === undefined ? 'create' : 'update',
    expected,
    values: { ...values, phone_id, owner_id, hold },
    receives,
    wins,
    lead_goes_to: leadGoesTo,
    lead_comes_from: leadGoesTo && leadStatusesBefore(leadGoesTo),
    pushes_to_crm: pushesToCrm,
    sequence: call?.sequence,
    answered: call?.status,
    request_id: requestId,
    entry_id: write.entryId,
    door_lead: write.freeDoor?.leadId,
    door_places: write.freeDoor && placesOfLocation(write.freeDoor.location),
  }
}

const list = (columns: readonly string[]) => sql.raw(columns.join(', '))

/** Computed here, because its estimated cost in a condition would make the planner read every sale. */
const DOOR_IS_FREE = sql`,
  case when door_places is null then true else (${isFreeDoor(sql.ref('door_lead'), sql.ref('door_places'))}) end as door_is_free`

const AT_FREE_DOOR = sql` and door_is_free`

const create = (condition: RawBuilder<unknown>) => sql`
  insert into opportunities as o (session_id, ${list(AGENT_COLUMNS)}, phone_id, owner_id, hold, area, received_at,
    closed_by)
  select session_id, ${list(AGENT_COLUMNS)}, phone_id, owner_id, given.hold, (select area from leads where id = lead_id),
    case when receives then now() end, case when wins then 'agent' end
  from given where action = 'create'${condition}
  on conflict (session_id) do nothing
  returning ${SALE}, o.session_id, o.lead_id`

/** Sets only the given columns. The others keep their stored values. */
const update = (condition: RawBuilder<unknown>) => sql`
  update opportunities as o set
    ${sql.raw(
      AGENT_COLUMNS.map(
        (column) => `${column} = case when values ? '${column}' then given.${column} else o.${column} end`,
      ).join(',\n    '),
    )},
    area = case when values ? 'lead_id' then (select area from leads where id = given.lead_id) else o.area end,
    received_at = case when receives then now() else o.received_at end,
    closed_by = case when wins then 'agent' else o.closed_by end,
    hold = coalesce(o.hold, given.hold),
    owner_id = case when o.owner_id is null and o.phone_id = given.phone_id then given.owner_id else o.owner_id end,
    revision = o.revision + 1
  from given
  where action = 'update' and o.session_id = given.session_id and o.revision = expected${condition}
  returning ${SALE}, o.session_id, o.lead_id`

const MOVE_LEADS = sql`
  update leads set status = lead_goes_to
  from given join stored using (session_id)
  where leads.id = stored.lead_id and leads.status = any (lead_comes_from)`

/** The signature is stored once, in the sale. An answer only records if it was still missing. */
const RECORD_CALLS = sql`
  insert into applied_calls (session_id, sequence, status, answer)
  select session_id, sequence, answered,
    case when signature is null then record || '{"contract_signature": null}' else record end
  from given join stored using (session_id) where sequence is not null`

/** Flags sales for the office that were signed at a door on the register. */
const FLAG_SALES = sql`
  insert into do_not_knock_sales (session_id, entry_id)
  select session_id, entry_id from given join stored using (session_id) where entry_id is not null
  on conflict (session_id) do nothing`

/** Returns the steps that these writes need. Planning the whole statement would take longer than a write. */
const needsOf = (writes: readonly SaleWrite[]) => ({
  together: writes.length > 1,
  create: writes.some(({ expected }) => expected === undefined),
  update: writes.some(({ expected }) => expected !== undefined),
  freeDoor: writes.some(({ freeDoor }) => freeDoor !== undefined),
  moveLeads: writes.some(({ leadFollows }) => leadFollows !== undefined),
  push: writes.some(({ pushesToCrm }) => pushesToCrm),
  flag: writes.some(({ entryId }) => entryId !== undefined),
  recordCalls: writes.some(({ call }) => call !== undefined),
})
type Needs = ReturnType<typeof needsOf>

function stepsOf(needs: Needs) {
  const condition = needs.freeDoor ? AT_FREE_DOOR : sql``
  const stored = [needs.create && sql`select * from created`, needs.update && sql`select * from updated`]
  return [
    needs.create && sql`created as (${create(condition)})`,
    needs.update && sql`updated as (${update(condition)})`,
    sql`stored as materialized (${sql.join(stored.filter(isStep), sql` union all `)})`,
    needs.moveLeads && sql`moved_leads as (${MOVE_LEADS})`,
    needs.push && sql`pushes as (${queuePushes})`,
    needs.flag && sql`flagged as (${FLAG_SALES})`,
    needs.recordCalls && sql`calls as (${RECORD_CALLS})`,
  ].filter(isStep)
}

const isStep = (step: RawBuilder<unknown> | false): step is RawBuilder<unknown> => step !== false
