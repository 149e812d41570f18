-- The ledger of what the world outside still has to hear: per sale one row for the CRM (the sale's current
-- state, so a repeat is harmless), and one for each step reported to the automation service. The ledger is
-- also the queue: a worker claims due rows by a lease, and a lease that ran out is claimed again.

create table deliveries (
  id bigint generated always as identity primary key,
  target text not null,
  session_id text not null,
  sequence integer not null default 0,
  wanted bigint not null default 1,
  delivered bigint not null default 0,
  state text not null default 'waiting',
  attempts integer not null default 0,
  due_at timestamptz(3) not null default now(),
  leased_until timestamptz(3),
  lease uuid,
  reason text,
  payload json,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),

  constraint target_is_known check (target in ('crm', 'automation')),
  constraint state_is_known check (state in ('waiting', 'delivered', 'parked')),
  unique (target, session_id, sequence)
);

create index deliveries_due on deliveries (due_at, id) where state = 'waiting';
create index deliveries_of_sale on deliveries (session_id, target, sequence) where state = 'waiting';
create index deliveries_parked on deliveries (updated_at desc) where state = 'parked';

create trigger deliveries_touch before update on deliveries
  for each row execute function touch_updated_at();
