-- What the back office reads and repairs of the ledger: every attempt, who refused, and what can be sent again.

-- How each attempt went, written with its outcome. Nothing personal.
create table delivery_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references deliveries (id) on delete cascade,
  at timestamptz(3) not null default now(),
  ok boolean not null,
  status smallint,
  message text,
  duration_ms integer not null
);

create index delivery_attempts_newest_first on delivery_attempts (delivery_id, id desc);

-- Who asked for a rest, or wants no more at all. Named by the hash of its address, as the address is a secret.
create table receivers (
  target text not null,
  receiver text not null,
  rests_until timestamptz(3),
  closed_at timestamptz(3),
  reason text not null,
  primary key (target, receiver)
);

-- Forgetting what was sent is no change of the delivery: its row keeps the moment of its outcome.
drop trigger deliveries_touch on deliveries;

-- Outlives the payload that it comes from.
alter table deliveries add column step text;
update deliveries set step = payload ->> 'step' where payload is not null;

create trigger deliveries_touch before update on deliveries
  for each row when (old.payload is null or new.payload is not null) execute function touch_updated_at();

-- Each target is worked off by itself, and each is listed by state, latest change first.
drop index deliveries_due;
create index deliveries_due on deliveries (target, due_at, id) where state = 'waiting';
drop index deliveries_parked;
create index deliveries_latest_first on deliveries (target, state, updated_at desc, id desc);
create index deliveries_to_forget on deliveries (state, updated_at) where payload is not null;
