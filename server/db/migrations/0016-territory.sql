-- What keeps a million leads as quick as ten thousand, and lets a phone follow one area.
--
-- None of these indexes holds a status: a sale moves its lead and itself three times, and as long as no index has to
-- know, the row stays where it is.

create index leads_of_area on leads (area, created_at desc, id);
create index leads_of_postcode on leads (postcode);
create index leads_by_voucher on leads (voucher_value desc, id);
create index leads_by_street on leads (street_address, id);
create index leads_by_household on leads (household_size desc, id);
-- With room on its page a row that changes needs no new entries in them.
alter table leads set (fillfactor = 85);

-- Any part of an address. The extension comes with PostgreSQL, but need not be installed, nor be allowed to us; without
-- it, and in the embedded database, such a search reads every lead.
do $$
begin
  create extension if not exists pg_trgm;
  create index leads_by_street_part on leads using gin (street_address gin_trgm_ops);
  create index leads_by_postcode_part on leads using gin (postcode gin_trgm_ops);
exception when others then
  raise notice 'Searching leads by a part of their address has no index: %', sqlerrm;
end $$;

-- The area in which a sale was made: its lead's, at that moment.
alter table opportunities add column area text;
alter table opportunities disable trigger user;
update opportunities set area = leads.area from leads where leads.id = lead_id and leads.area is not null;
alter table opportunities enable trigger user;
create index opportunities_of_area on opportunities (area, created_at desc, id);

-- Whom a change concerns: the area of its row, and the one that it has left. '' is no area.
alter table changes add column areas text[] not null default '{}';

-- How many leads and sales an area has, and what the sales are worth, as sums over a few rows: a write adds what it
-- changes, and waits for nobody; a job puts rows of the same thing together.
create table tallies (
  table_name text not null,
  area text not null,
  status text not null default '',
  count bigint not null,
  value numeric not null default 0
);
create index tallies_of_area on tallies (table_name, area);


create function areas_of(was_in text, is_in text) returns text[] language sql immutable parallel safe
  return array_remove(array[is_in, nullif(was_in, is_in)], null);

create or replace function record_lead_change() returns trigger language plpgsql as $$
declare
  was_in text := case when tg_op <> 'INSERT' then coalesce(old.area, '') end;
  is_in text := case when tg_op <> 'DELETE' then coalesce(new.area, '') end;
begin
  insert into changes (table_name, type, areas, record)
  values ('leads', tg_op, areas_of(was_in, is_in), lead_record(case when tg_op = 'DELETE' then old else new end));
  if was_in is distinct from is_in then
    insert into tallies (table_name, area, count)
    select 'leads', area, difference from (values (was_in, -1), (is_in, 1)) as moves (area, difference)
    where area is not null;
  end if;
  return null;
end $$;

create or replace function record_opportunity_change() returns trigger language plpgsql as $$
declare
  was_in text := case when tg_op <> 'INSERT' then coalesce(old.area, '') end;
  is_in text := case when tg_op <> 'DELETE' then coalesce(new.area, '') end;
begin
  insert into changes (table_name, type, areas, record)
  values ('opportunities', tg_op, areas_of(was_in, is_in),
    opportunity_record(case when tg_op = 'DELETE' then old else new end));
  if (was_in, old.status, old.total_value) is distinct from (is_in, new.status, new.total_value) then
    insert into tallies (table_name, area, status, count, value)
    select 'opportunities', area, status, difference, difference * coalesce(value, 0)
    from (values (was_in, old.status, -1, old.total_value), (is_in, new.status, 1, new.total_value))
      as moves (area, status, difference, value)
    where area is not null;
  end if;
  return null;
end $$;

-- Counts everything anew: now, and after rows were loaded without triggers.
create function count_tallies() returns void language sql as $$
  delete from tallies;
  insert into tallies (table_name, area, count)
  select 'leads', coalesce(area, ''), count(*) from leads group by 2;
  insert into tallies (table_name, area, status, count, value)
  select 'opportunities', coalesce(area, ''), status, count(*), coalesce(sum(total_value), 0)
  from opportunities group by 2, 3;
$$;
select count_tallies();

create or replace function opportunity_record(sale opportunities) returns jsonb
  language sql stable parallel safe
  return jsonb_build_object(
    'id', sale.id, 'session_id', sale.session_id, 'status', sale.status,
    'customer_name', sale.customer_name, 'customer_email', sale.customer_email,
    'customer_phone', sale.customer_phone, 'customer_location', sale.customer_location, 'lead_id', sale.lead_id,
    'area', sale.area, 'service_package_id', sale.service_package_id,
    'service_package_name', sale.service_package_name, 'service_speed', sale.service_speed,
    'service_monthly_price', sale.service_monthly_price,
    'service_installation_price', sale.service_installation_price, 'total_value', sale.total_value,
    'customer_discount', sale.customer_discount, 'voucher_amount', sale.voucher_amount,
    'customer_id_number', sale.customer_id_number, 'contract_timestamp', iso(sale.contract_timestamp),
    'contract_ip_address', sale.contract_ip_address, 'eligibility_status', sale.eligibility_status,
    'eligibility_scheme', sale.eligibility_scheme, 'notes', sale.notes,
    'ghl_opportunity_id', sale.ghl_opportunity_id, 'last_ghl_sync', iso(sale.last_ghl_sync),
    'received_at', iso(sale.received_at), 'closed_by', sale.closed_by, 'created_at', iso(sale.created_at),
    'updated_at', iso(sale.updated_at));
