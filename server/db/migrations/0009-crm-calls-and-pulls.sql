-- Who may call the CRM when, across every process that serves the location. All of it in one row, so that one
-- statement decides: a lock on the row makes the next one see what the last one took. Unlogged, as it is written
-- twice a call and worth nothing after a crash of the database: the next answers tell the limits again.
create unlogged table call_budgets (
  location_id text primary key,
  -- The calls that run now: a lease each, and until when it holds.
  running jsonb not null default '{}',
  -- The calls that were answered within the last second, and until when they count in it.
  answered jsonb not null default '{}',
  paused_until timestamptz(3),
  pause_code text,
  pause_reason text,
  daily_limit integer,
  daily_remaining integer,

  constraint pause_code_is_known check (pause_code in ('rate-limited', 'daily-limit'))
);

create function calls_that_count(calls jsonb, moment timestamptz) returns jsonb
  language sql stable
  return (
    select coalesce(jsonb_object_agg(lease, until), '{}')
    from jsonb_each_text(calls) as call (lease, until)
    where until::timestamptz > moment
  );

-- The pulls of leads. One that runs belongs to the process that has its lease; when the lease has run out, any
-- process goes on from the cursor, which is written together with the leads before it.
create table lead_pulls (
  id bigint generated always as identity primary key,
  source text not null,
  state text not null default 'running',
  since timestamptz(3),
  cursor text,
  seen integer not null default 0,
  total integer,
  message text,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  lease uuid not null,
  leased_until timestamptz(3) not null,

  constraint pull_state_is_known check (state in ('running', 'done', 'failed', 'cancelled'))
);

create unique index one_pull_at_a_time on lead_pulls (source) where state = 'running';
create index lead_pulls_completed on lead_pulls (source, started_at) where state = 'done';
