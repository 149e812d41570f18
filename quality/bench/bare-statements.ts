const LEAD_COLUMNS = `id, street_address, postcode, household_size, voucher_value, status, priority, contact_name,
  contact_phone, contact_email, notes, area, created_at, updated_at`
export const ALL_LEADS = `select ${LEAD_COLUMNS} from leads order by created_at desc, id`
export const NEWEST_LEADS = `${ALL_LEADS} limit 50`

/** A table of sales without triggers or rules. */
export const BARE_SALES = `create table if not exists bare_sales
  (like opportunities including defaults, primary key (id), unique (session_id))`

/**
 * Tables of sales that also write the same rows as Doorstep's: a lead that moves, changes for the phones, and a
 * delivery for the CRM.
 */
export const RECORDED_SALES = `
  create table if not exists recorded_sales (like bare_sales including all);
  create table if not exists recorded_leads (like leads including defaults, primary key (id));
  insert into recorded_leads select * from leads on conflict do nothing;
  create table if not exists recorded_changes (id bigserial primary key, record jsonb not null);
  create table if not exists recorded_deliveries (session_id text primary key, due_at timestamptz not null)`

/** Returns one statement that writes a sale with all these rows. The lead moves only if the status changes. */
export const recorded = (write: string, movesLead: boolean) => `
  with sale as (${write} returning *),
  lead as (
    update recorded_leads set status = sale.status, updated_at = now() from sale
    where ${movesLead} and recorded_leads.id = sale.lead_id returning recorded_leads.*
  ),
  changes as (
    insert into recorded_changes (record)
    select to_jsonb(sale) - 'contract_signature' from sale union all select to_jsonb(lead) from lead
  )
  insert into recorded_deliveries (session_id, due_at) select session_id, now() + interval '1 second' from sale
  on conflict (session_id) do update set due_at = excluded.due_at`
