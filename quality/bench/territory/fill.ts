import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import type { Db, Schema } from '#server/db/schema.ts'

/** How much a company of some size has; a sale to every second lead, every fifth of them signed. */
export type Territory = { leads: number; sales: number; changes: number }

const LEADS_PER_AREA = 500
const SIGNATURE_CHARS = 8_000
const PARKED = 50

const STREETS = [
  'High St',
  'Castle Road',
  'Mill Lane',
  'Church Street',
  'Station Road',
  'Corve Street',
  'Old Street',
]

/** Of which the names of towns are made, so that addresses are about as long in a large territory as in a small one. */
const TOWNS_BEGIN =
  'Ash Bar Brad Brom Bur Cas Chel Cor Dar Dun Elm Far Gar Hal Hart Ken Lang Lud Mal Nor Old Pem Rad Shel Stan Tam Wal Wel'.split(
    ' ',
  )
const TOWNS_END =
  'bury by combe cot croft dale den dine don field fold ford gate grove ham hurst ley low mere mouth port ridge stead stow thorpe ton well wick worth'.split(
    ' ',
  )
const LEADS_PER_TOWN = 1_260

/** What the nth lead is, counted from 1: its area, street, and postcode, which it shares with some nine others. */
export const areaOf = (n: number) => `Area ${Math.floor((n - 1) / LEADS_PER_AREA)}`
export const streetOf = (n: number) =>
  `${(n % 180) + 1} ${STREETS[n % 7]}, ${townOf(Math.floor(n / LEADS_PER_TOWN))}`
const townOf = (k: number) =>
  `${TOWNS_BEGIN[k % TOWNS_BEGIN.length]}${TOWNS_END[Math.floor(k / TOWNS_BEGIN.length)]}`
export const postcodeOf = (n: number) =>
  `SY${Math.floor(n / 900) + 1} ${(Math.floor(n / 10) % 9) + 1}${String.fromCharCode(65 + (Math.floor(n / 90) % 10))}B`

/** The session of the nth sale, counted from 1, and what the CRM calls its opportunity. */
export const sessionOf = (n: number) => `session_${n}`
export const opportunityOf = (n: number) => `opportunity-${n}`

/**
 * Migrates a database and fills it as years of selling would have: leads in areas of 500, sales with their ledger, the
 * last changes. Without triggers, as it is not the making of the data that is measured.
 */
export async function fillTerritory(databaseUrl: string, territory: Territory): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '' }, console)
  await database.migrate()
  await database.close()
  // Statements of Doorstep's own connections end after seconds.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  await sql`set session_replication_role = replica`.execute(db)
  await addLeads(db, territory.leads)
  await addSales(db, territory)
  await addLedger(db, territory.sales)
  await addChanges(db, territory.changes)
  await sql`select count_tallies()`.execute(db)
  await sql`vacuum analyze`.execute(db)
  await db.destroy()
}

/** Their order in time has nothing to do with their area, as contacts come from everywhere. */
async function addLeads(db: Db, count: number): Promise<void> {
  await sql`
    insert into leads (id, street_address, postcode, household_size, voucher_value, status, priority, contact_name,
      contact_phone, contact_email, notes, area, created_at, updated_at, crm_contact_id)
    select md5('lead ' || n)::uuid,
      n % 180 + 1 || ' ' || (${STREETS}::text[])[n % 7 + 1] || ', ' || (${TOWNS_BEGIN}::text[])[town % ${TOWNS_BEGIN.length}::int + 1]
        || (${TOWNS_END}::text[])[town / ${TOWNS_BEGIN.length}::int + 1],
      'SY' || n / 900 + 1 || ' ' || n / 10 % 9 + 1 || chr(65 + n / 90 % 10) || 'B', n % 6 + 1, n % 4001 + 500,
      case when n % 2 = 0 then (array['contacted', 'qualified', 'closed-won', 'contacted', 'closed-lost'])[n / 2 % 5 + 1]
        else 'new' end,
      (array['high', 'medium', 'low'])[n % 3 + 1], 'Mary Jones', '+441584' || lpad(n::text, 7, '0'),
      'mary.jones' || n || '@example.com', 'Asked for a call back after six.', 'Area ' || (n - 1) / ${LEADS_PER_AREA}::int,
      moment, moment, 'contact-' || n
    from generate_series(1, ${count}::int) n
      cross join lateral (select n / ${LEADS_PER_TOWN}::int as town,
        now() - (n::bigint * 7919 % ${count}::int) * interval '30 seconds' as moment) as m`.execute(db)
}

async function addSales(db: Db, { sales }: Territory): Promise<void> {
  await sql`
    insert into opportunities (id, session_id, status, customer_name, customer_email, customer_phone,
      customer_location, lead_id, service_package_id, service_package_name, service_speed, service_monthly_price,
      service_installation_price, total_value, customer_discount, voucher_amount, customer_id_number,
      contract_signature, contract_timestamp, contract_ip_address, eligibility_status, eligibility_scheme,
      ghl_opportunity_id, last_ghl_sync, created_at, updated_at, received_at, closed_by, revision, area)
    select md5('sale ' || n)::uuid, 'session_' || n, status, 'Mary Jones', 'mary.jones@example.com', '+441584870123',
      '1 High St, Ludlow, SY7 8AB', md5('lead ' || 2 * n)::uuid, 'standard', 'Standard', '100 Mbps', 399, 995, 1294,
      100, 500, '19800101-1234', case when status = 'closed-won' then signature end,
      case when status = 'closed-won' then moment end, '0.0.0.0', true, 'Gigabit voucher', 'opportunity-' || n,
      moment, moment, moment, case when status = 'closed-won' then moment end,
      case status when 'closed-won' then 'agent' when 'closed-lost' then 'crm' end, 4,
      'Area ' || (2 * n - 1) / ${LEADS_PER_AREA}::int
    from generate_series(1, ${sales}::int) n
      cross join lateral (
        select now() - (n::bigint * 7919 % ${sales}::int) * interval '1 minute' as moment,
          (array['open', 'qualified', 'closed-won', 'open', 'closed-lost'])[n % 5 + 1] as status) as m
      cross join (select 'data:image/png;base64,' || left(string_agg(md5(i::text), ''), ${SIGNATURE_CHARS}::int)
        as signature from generate_series(1, 250) i) as s`.execute(db)
}

/** What was told outside, of each sale. As many were given up as a back office can look at. */
async function addLedger(db: Db, sales: number): Promise<void> {
  await sql`
    insert into crm_links (session_id, contact_id, opportunity_id)
    select 'session_' || n, 'contact-' || 2 * n, 'opportunity-' || n from generate_series(1, ${sales}::int) n`.execute(
    db,
  )
  await sql`
    insert into applied_calls (session_id, sequence, status)
    select 'session_' || n, sequence, 200 from generate_series(1, ${sales}::int) n, generate_series(1, 4) sequence`.execute(
    db,
  )
  await sql`
    insert into deliveries (target, session_id, sequence, state, wanted, delivered, step, reason, created_at, updated_at)
    select target, 'session_' || n, sequence, case when n <= ${PARKED}::int then 'parked' else 'delivered' end, 1,
      case when n <= ${PARKED}::int then 0 else 1 end, step, case when n <= ${PARKED}::int then '410 Gone' end, moment,
      moment
    from generate_series(1, ${sales}::int) n
      cross join (values ('crm', 0, null), ('automation', 1, 'eligibility-check'), ('automation', 2, 'contract-signed'))
        as told (target, sequence, step)
      cross join lateral (
        select now() - (n::bigint * 7919 % ${sales}::int) * interval '1 minute' as moment) as m`.execute(db)
  await sql`
    insert into ghl_sync_log (operation, direction, session_id, status, created_at)
    select 'update_opportunity', 'push', 'session_' || n, 'success', now() - n * interval '1 minute'
    from generate_series(1, 5000) n`.execute(db)
}

/** Changes of leads, as a pull makes them: one transaction each, so that they stand before whatever comes later. */
async function addChanges(db: Db, count: number): Promise<void> {
  await sql`
    insert into changes (table_name, type, record)
    select 'leads', 'UPDATE', lead_record(lead) from leads lead limit ${count}`.execute(db)
}
