-- What a write costs besides its rows: the changes and tallies of all rows of a statement are written at once, and
-- what has not changed is neither checked nor moved in an index.

-- In the order in which a sale's write takes them, as older processes may still be selling.
lock table opportunities, deliveries, leads in access exclusive mode;

drop trigger leads_change on leads;
drop trigger opportunities_change on opportunities;
drop function record_lead_change();
drop function record_opportunity_change();

-- A session keeps the plans of a function, also those that were made for a statement of one row; nested loops would
-- take a statement of many rows with the square of their number.
create function record_lead_changes() returns trigger language plpgsql
  set enable_nestloop = off as $$
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
    insert into changes (table_name, type, areas, record)
    select 'leads', tg_op, areas_of(coalesce(was_once.area, ''), coalesce(is_now.area, '')), lead_record(is_now)
    from is_now left join was_once using (id);
    insert into tallies (table_name, area, count)
    select 'leads', area, sum(difference) from (
      select coalesce(area, ''), 1 from is_now union all select coalesce(area, ''), -1 from was_once
    ) as moves (area, difference)
    group by area having sum(difference) <> 0;
  end if;
  return null;
end $$;

create function record_opportunity_changes() returns trigger language plpgsql
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

create trigger leads_inserted after insert on leads referencing new table as is_now
  for each statement execute function record_lead_changes();
create trigger leads_updated after update on leads referencing new table as is_now old table as was_once
  for each statement execute function record_lead_changes();
create trigger leads_deleted after delete on leads referencing old table as was_once
  for each statement execute function record_lead_changes();
create trigger opportunities_inserted after insert on opportunities referencing new table as is_now
  for each statement execute function record_opportunity_changes();
create trigger opportunities_updated after update on opportunities referencing new table as is_now old table as was_once
  for each statement execute function record_opportunity_changes();
create trigger opportunities_deleted after delete on opportunities referencing old table as was_once
  for each statement execute function record_opportunity_changes();

drop trigger opportunities_move_forward on opportunities;
create trigger opportunities_move_forward before update on opportunities
  for each row when (old.status is distinct from new.status) execute function refuse_status_moving_back();

-- A delivery has changed when its outcome has, or when it is due: a claim, and one more write that its sale's push
-- will tell too, leave it where it is in every list and every index.
drop trigger deliveries_touch on deliveries;
create trigger deliveries_touch before update on deliveries
  for each row when (
    (old.state, old.attempts, old.delivered, old.due_at) is distinct from
    (new.state, new.attempts, new.delivered, new.due_at)
  ) execute function touch_updated_at();
alter table deliveries set (fillfactor = 70);
