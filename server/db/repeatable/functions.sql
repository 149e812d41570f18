-- Every function of the database. Edit one here, not in a migration, and raise REVISION in server/db/repeatable.ts: the
-- next start replaces all of them, together with the last pending migration if there is one. To remove a function or
-- to change its parameters, drop it in a migration.

-- Every time on the wire and in a change has this form: UTC with milliseconds, as a phone writes it.
create or replace function iso(moment timestamptz) returns text
  language sql stable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- `updated_at` is always the server's.
create or replace function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- A correction in psql counts as a write too, so that nothing that was decided before it can follow (decision 5). What the
-- CRM's worker notes on a sale does not count.
create or replace function touch_opportunity() returns trigger language plpgsql as $$
begin
  if new.revision = old.revision then
    old.ghl_opportunity_id := new.ghl_opportunity_id;
    old.last_ghl_sync := new.last_ghl_sync;
    if new is distinct from old then
      new.revision := old.revision + 1;
    end if;
  end if;
  if new.status <> old.status then
    if new.status = 'qualified' and new.qualified_at is null then
      new.qualified_at := now();
    elsif new.status = 'closed-won' and new.won_at is null then
      new.won_at := now();
    end if;
    new.lost_at := case when new.status = 'closed-lost' then now() end;
  end if;
  new.updated_at := now();
  return new;
end $$;

-- A sale that arrives further than open reaches its status at once. A moment that is given stays, as in a copy that is loaded.
create or replace function begin_opportunity() returns trigger language plpgsql as $$
begin
  case new.status
    when 'qualified' then new.qualified_at := coalesce(new.qualified_at, now());
    when 'closed-won' then new.won_at := coalesce(new.won_at, now());
    else new.lost_at := coalesce(new.lost_at, now());
  end case;
  return new;
end $$;

-- Lists of leads are read thousands of times as often as a lead is written, so each row keeps its JSON as `row_to_json`
-- makes it (decision 48). One expression, because PL/pgSQL evaluates it without a query.
create or replace function prepare_lead() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  new.as_json := '{"id":"' || new.id || '","street_address":' || to_json(new.street_address)
    || ',"postcode":' || to_json(new.postcode)
    || ',"household_size":' || coalesce(new.household_size::text, 'null')
    || ',"voucher_value":"' || trim_scale(new.voucher_value)
    || '","status":' || to_json(new.status) || ',"priority":' || to_json(new.priority)
    || ',"contact_name":' || coalesce(to_json(new.contact_name)::text, 'null')
    || ',"contact_phone":' || coalesce(to_json(new.contact_phone)::text, 'null')
    || ',"contact_email":' || coalesce(to_json(new.contact_email)::text, 'null')
    || ',"notes":' || coalesce(to_json(new.notes)::text, 'null')
    || ',"area":' || coalesce(to_json(new.area)::text, 'null')
    || ',"created_at":"' || iso(new.created_at) || '","updated_at":"' || iso(new.updated_at) || '"}';
  return new;
end $$;

create or replace function opportunity_status_rank(status text) returns integer
  language sql immutable parallel safe
  return array_position(array['open', 'qualified', 'closed-won'], status);

-- An agent's sale only moves forward. The CRM may reopen what it closed, and a sale that an agent has won: that clears
-- `closed_by`.
create or replace function refuse_status_moving_back() returns trigger language plpgsql as $$
begin
  if old.closed_by is distinct from 'crm' and new.closed_by is distinct from 'crm'
     and not (old.closed_by is not null and new.closed_by is null)
     and opportunity_status_rank(new.status) < opportunity_status_rank(old.status) then
    raise exception 'The status of a sale never moves back (% to %).', old.status, new.status
      using errcode = 'check_violation', constraint = 'status_never_moves_back', table = 'opportunities';
  end if;
  return new;
end $$;

-- An agent wins a sale only with a picture as its signature, even after the CRM had won it. Triggers look at what is
-- written now; a check would refuse every later write of a sale that was won without one.
create or replace function refuse_won_without_picture() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.status, old.closed_by, old.contract_signature)
    is not distinct from (new.status, new.closed_by, new.contract_signature) then
    return new;
  end if;
  if new.closed_by is distinct from 'crm'
    and new.contract_signature !~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$' then
    raise exception 'A sale is won only with a signature (an image data URL).'
      using errcode = 'check_violation', constraint = 'won_needs_a_signature', table = 'opportunities';
  end if;
  return new;
end $$;

-- The columns that a signature seals, as `SEALED_COLUMNS` of the domain lists them; a test compares the two.
create or replace function refuse_unsealing() returns trigger language plpgsql as $$
begin
  if (old.customer_name, old.customer_email, old.customer_phone, old.customer_location, old.customer_id_number,
      old.customer_discount, old.service_package_id, old.service_package_name, old.service_speed,
      old.service_monthly_price, old.service_installation_price, old.contract_signature, old.contract_timestamp,
      old.contract_ip_address, old.lead_id, old.voucher_amount, old.total_value, old.eligibility_status,
      old.eligibility_scheme)
    is distinct from
     (new.customer_name, new.customer_email, new.customer_phone, new.customer_location, new.customer_id_number,
      new.customer_discount, new.service_package_id, new.service_package_name, new.service_speed,
      new.service_monthly_price, new.service_installation_price, new.contract_signature, new.contract_timestamp,
      new.contract_ip_address, new.lead_id, new.voucher_amount, new.total_value, new.eligibility_status,
      new.eligibility_scheme) then
    raise exception 'What was signed cannot be changed.'
      using errcode = 'check_violation', constraint = 'signed_terms_are_sealed', table = 'opportunities';
  end if;
  return new;
end $$;

-- A lead as the phones read it, without where the CRM keeps it.
create or replace function lead_record(lead leads) returns jsonb language sql stable as $$
  select lead.as_json::jsonb
$$;

-- A sale as clients read it, without the signature: no list needs it, and it would outweigh everything else.
-- One expression rather than a query, so that PostgreSQL inlines it: a query of its own would start for each row, which
-- took a third of the time of a sale's write. A test compares the columns with the list of the domain.
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
    'updated_at', iso(sale.updated_at), 'qualified_at', iso(sale.qualified_at), 'won_at', iso(sale.won_at),
    'lost_at', iso(sale.lost_at), 'phone_id', sale.phone_id,
    'owner_id', sale.owner_id, 'hold', sale.hold);

-- The areas that a change concerns: where the row is, and where it was.
create or replace function areas_of(was_in text, is_in text) returns text[] language sql immutable parallel safe
  return array_remove(array[is_in, nullif(was_in, is_in)], null);

-- Appends the changes of a statement and adds to the tallies. A session keeps the plans of a function, also those made
-- for a statement of one row; nested loops would take quadratic time for a statement of many.
create or replace function record_lead_changes() returns trigger language plpgsql
  set enable_nestloop = off as $$
declare has_moved boolean;
begin
  if tg_op = 'INSERT' then
    insert into changes (table_name, type, areas, record)
    select 'leads', tg_op, areas_of(null, coalesce(area, '')), lead_record(is_now) from is_now;
    insert into tallies (table_name, area, count)
    select 'leads', coalesce(area, ''), count(*) from is_now group by 2;
  elsif tg_op = 'DELETE' then
    insert into changes (table_name, type, areas, record)
    select 'leads', tg_op, areas_of(coalesce(area, ''), null), lead_record(was_once) from was_once;
    insert into tallies (table_name, area, count)
    select 'leads', coalesce(area, ''), -count(*) from was_once group by 2;
  else
    with recorded as (
      insert into changes (table_name, type, areas, record)
      select 'leads', tg_op, areas_of(coalesce(was_once.area, ''), coalesce(is_now.area, '')), lead_record(is_now)
      from is_now left join was_once using (id)
      returning areas
    )
    select bool_or(cardinality(areas) > 1) into has_moved from recorded;
    -- Sales move the status of leads, hardly anything their area.
    if has_moved then
      insert into tallies (table_name, area, count)
      select 'leads', area, sum(difference) from (
        select coalesce(area, ''), 1 from is_now union all select coalesce(area, ''), -1 from was_once
      ) as moves (area, difference)
      group by area having sum(difference) <> 0;
    end if;
  end if;
  return null;
end $$;

create or replace function record_opportunity_changes() returns trigger language plpgsql
  set enable_nestloop = off as $$
begin
  if tg_op = 'INSERT' then
    insert into changes (table_name, type, areas, record)
    select 'opportunities', tg_op, areas_of(null, coalesce(area, '')), opportunity_record(is_now) from is_now;
    insert into tallies (table_name, area, status, count, value)
    select 'opportunities', coalesce(area, ''), status, count(*), coalesce(sum(total_value), 0)
    from is_now group by 2, 3;
  elsif tg_op = 'DELETE' then
    insert into changes (table_name, type, areas, record)
    select 'opportunities', tg_op, areas_of(coalesce(area, ''), null), opportunity_record(was_once) from was_once;
    insert into tallies (table_name, area, status, count, value)
    select 'opportunities', coalesce(area, ''), status, -count(*), -coalesce(sum(total_value), 0)
    from was_once group by 2, 3;
  else
    insert into changes (table_name, type, areas, record)
    select 'opportunities', tg_op, areas_of(coalesce(was_once.area, ''), coalesce(is_now.area, '')),
      opportunity_record(is_now)
    from is_now left join was_once using (id);
    insert into tallies (table_name, area, status, count, value)
    select 'opportunities', area, status, sum(difference), sum(difference * value) from (
      select coalesce(area, ''), status, 1, coalesce(total_value, 0) from is_now
      union all select coalesce(area, ''), status, -1, coalesce(total_value, 0) from was_once
    ) as moves (area, status, difference, value)
    group by area, status having sum(difference) <> 0 or sum(difference * value) <> 0;
  end if;
  return null;
end $$;

-- Counts everything again, for when rows were loaded without triggers.
create or replace function count_tallies() returns void language sql as $$
  delete from tallies;
  insert into tallies (table_name, area, count)
  select 'leads', coalesce(area, ''), count(*) from leads group by 2;
  insert into tallies (table_name, area, status, count, value)
  select 'opportunities', coalesce(area, ''), status, count(*), coalesce(sum(total_value), 0)
  from opportunities group by 2, 3;
$$;

-- Drops the calls that have expired. A call counts for seconds: if one seems to count for more than a minute, the clock
-- was set back, and it must not hold up the calls of the next days.
create or replace function calls_that_count(calls jsonb, moment timestamptz) returns jsonb
  language sql stable
  return (
    select coalesce(jsonb_object_agg(lease, until), '{}')
    from jsonb_each_text(calls) as call (lease, until)
    where until::timestamptz > moment and until::timestamptz <= moment + interval '1 minute'
  );

-- Documents, leaves and day roots are evidence. Only the bytes of a document can be erased.
create or replace function refuse_unsealing_documents() returns trigger language plpgsql as $$
begin
  raise exception 'What was sealed cannot be changed (% of %).', tg_op, tg_table_name
    using errcode = 'check_violation', constraint = 'seals_never_change', table = tg_table_name;
end $$;

-- What was done has been done. Nothing in it is personal, so no erasure needs to change it.
create or replace function refuse_changing_audit() returns trigger language plpgsql as $$
begin
  raise exception 'The audit cannot be changed (% of %).', tg_op, tg_table_name
    using errcode = 'check_violation', constraint = 'audit_never_changes', table = tg_table_name;
end $$;

-- What was shown, signed and recorded is evidence. An erasure deletes agreements and payloads, but changes none.
create or replace function refuse_changing_evidence() returns trigger language plpgsql as $$
begin
  raise exception 'Evidence cannot be changed (% of %).', tg_op, tg_table_name
    using errcode = 'check_violation', constraint = 'evidence_never_changes', table = tg_table_name;
end $$;

-- An entry of the do-not-knock register stays as it is; it can only be lifted, once.
create or replace function refuse_changing_register() returns trigger language plpgsql as $$
begin
  raise exception 'An entry of the register cannot be changed, only lifted once (% of %).', tg_op, tg_table_name
    using errcode = 'check_violation', constraint = 'register_never_changes', table = tg_table_name;
end $$;

-- A correction of a signed sale, by hand in psql too, makes another version of its document (docs/product 14.3). An attempt
-- in progress may have read it before, so more is wanted than it delivers.
create or replace function queue_seal_again() returns trigger language plpgsql as $$
begin
  if (new.status = 'closed-won' or new.sealed)
    and (old.customer_name, old.customer_email, old.customer_phone, old.customer_location, old.service_package_name,
      old.service_speed, old.service_monthly_price, old.service_installation_price, old.customer_discount,
      old.total_value, old.contract_timestamp, old.contract_signature, coalesce(old.customer_id_number, '') <> '')
    is distinct from
    (new.customer_name, new.customer_email, new.customer_phone, new.customer_location, new.service_package_name,
      new.service_speed, new.service_monthly_price, new.service_installation_price, new.customer_discount,
      new.total_value, new.contract_timestamp, new.contract_signature, coalesce(new.customer_id_number, '') <> '') then
    update deliveries set wanted = greatest(new.revision, wanted + 1), state = 'waiting', attempts = 0, reason = null,
      created_at = case when state = 'waiting' then created_at else now() end, due_at = now()
    where target = 'seal' and session_id = new.session_id;
  end if;
  return null;
end $$;

-- Queues what visits leave in the CRM (docs/product 9.10): with each visit, if the sale at their door is won or reopened, and
-- if the lead gets another contact. Due after the ten seconds in which an agent takes a visit back, but later visits do not
-- put it off.
create or replace function queue_visits() returns trigger language plpgsql as $$
declare lead uuid;
begin
  if tg_table_name = 'leads' then lead := new.id; else lead := new.lead_id; end if;
  -- Most sales need no more than this look.
  if not exists (select from doors where lead_id = lead) then return null; end if;
  insert into deliveries (target, session_id, due_at)
  values ('visits', lead::text, now() + interval '10 seconds')
  on conflict (target, session_id, sequence) do update
  set wanted = deliveries.wanted + 1, state = 'waiting', attempts = 0, reason = null,
    created_at = case when deliveries.state = 'waiting' then deliveries.created_at else now() end,
    due_at = case when deliveries.state = 'waiting' and deliveries.attempts = 0
      then least(deliveries.due_at, excluded.due_at) else excluded.due_at end;
  return null;
end $$;

-- Announces to the phones of some areas that a part of the street feed has changed (docs/product 15.6); to all phones if
-- no area is given. The change stream sends it as an event of its own. A process of an earlier release sends it as a
-- deletion without an id, which phones ignore.
create or replace function street_changed(part text, changed_areas text[] default null) returns void language sql as $$
  insert into changes (table_name, type, areas, record)
  select 'street', 'DELETE',
    coalesce(changed_areas, (select array_agg(distinct area) || array[''] from tallies where table_name = 'leads'), array['']),
    jsonb_build_object('part', part);
$$;

create or replace function announce_doors() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform street_changed('doors', areas) from (select array_agg(distinct area) as areas from was_once) as changed
      where areas is not null;
  else
    perform street_changed('doors', areas) from (select array_agg(distinct area) as areas from is_now) as changed
      where areas is not null;
  end if;
  return null;
end $$;

-- A place that is deleted goes with its lead, which phones are notified of.
create or replace function announce_places() returns trigger language plpgsql as $$
begin
  perform street_changed('places', areas) from (
    select array_agg(distinct coalesce(area, '')) as areas from leads where id in (select lead_id from is_now)
  ) as changed where areas is not null;
  return null;
end $$;

create or replace function announce_claims() returns trigger language plpgsql as $$
begin
  perform street_changed('claims', areas) from (select array_agg(distinct area) as areas from is_now) as changed
    where areas is not null;
  return null;
end $$;

create or replace function announce_register() returns trigger language plpgsql as $$
begin
  if exists (select from is_now) then
    perform street_changed('register');
  end if;
  return null;
end $$;

-- A visit is never changed. An erasure blanks what was noted of the household, and nothing else.
create or replace function refuse_changing_visits() returns trigger language plpgsql as $$
begin
  raise exception 'A visit cannot be changed (% of %).', tg_op, tg_table_name
    using errcode = 'check_violation', constraint = 'visits_never_change', table = tg_table_name;
end $$;
