-- Every change of leads and opportunities, in the order in which phones may read them. Written by trigger, so
-- that a change made by hand in psql reaches the phones too.
--
-- A serial id alone loses rows: a transaction that took a lower id may commit later. Readers therefore go by
-- (transaction, id) and stop below the oldest transaction that is still running.

create table changes (
  transaction_id xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  table_name text not null,
  type text not null,
  record jsonb not null,
  changed_at timestamptz(3) not null default now(),
  primary key (transaction_id, id)
);

create index changes_by_age on changes (changed_at);

-- A cursor is worthless against another database, or an older copy of this one: the epoch tells them apart.
create table change_epoch (epoch text primary key default substr(md5(gen_random_uuid()::text), 1, 12));
insert into change_epoch default values;

create function lead_record(lead leads) returns jsonb language sql stable as $$
  select (to_jsonb(lead) - 'crm_contact_id') || jsonb_build_object(
    'voucher_value', trim_scale(lead.voucher_value)::text,
    'created_at', iso(lead.created_at),
    'updated_at', iso(lead.updated_at))
$$;

-- Without the signature: no list needs it, and it would outweigh everything else. Named column by column, so that
-- the signature is not even read.
create function opportunity_record(sale opportunities) returns jsonb language sql stable as $$
  select to_jsonb(record) from (
    select sale.id, sale.session_id, sale.status, sale.customer_name, sale.customer_email, sale.customer_phone,
      sale.customer_location, sale.lead_id, sale.service_package_id, sale.service_package_name,
      sale.service_speed, sale.service_monthly_price, sale.service_installation_price, sale.total_value,
      sale.customer_discount, sale.voucher_amount, sale.customer_id_number,
      iso(sale.contract_timestamp) as contract_timestamp, sale.contract_ip_address, sale.eligibility_status,
      sale.eligibility_scheme, sale.notes, sale.ghl_opportunity_id, iso(sale.last_ghl_sync) as last_ghl_sync,
      iso(sale.received_at) as received_at, sale.closed_by, iso(sale.created_at) as created_at,
      iso(sale.updated_at) as updated_at) as record
$$;

create function record_lead_change() returns trigger language plpgsql as $$
begin
  insert into changes (table_name, type, record)
  values ('leads', tg_op, lead_record(case when tg_op = 'DELETE' then old else new end));
  return null;
end $$;

create function record_opportunity_change() returns trigger language plpgsql as $$
begin
  insert into changes (table_name, type, record)
  values ('opportunities', tg_op, opportunity_record(case when tg_op = 'DELETE' then old else new end));
  return null;
end $$;

create trigger leads_change after insert or update or delete on leads
  for each row execute function record_lead_change();
create trigger opportunities_change after insert or update or delete on opportunities
  for each row execute function record_opportunity_change();
