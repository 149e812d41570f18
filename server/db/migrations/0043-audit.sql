-- What the office and operators did. Rows are only ever added.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  actor text not null constraint actor_is_known check (actor in ('office', 'operator')),
  verb text not null,
  object_id text,
  session_id text,
  details jsonb not null default '{}',
  request_id text
);
create index audit_of_a_sale on audit (session_id) where session_id is not null;
