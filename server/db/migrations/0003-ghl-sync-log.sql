-- What passed between us and the CRM, one row an operation. Holds no personal data.

create table ghl_sync_log (
  id bigint generated always as identity primary key,
  operation text not null,
  direction text not null,
  session_id text,
  lead_id uuid,
  status text not null,
  message text,
  duration_ms integer not null default 0,
  created_at timestamptz(3) not null default now(),

  constraint direction_is_known check (direction in ('pull', 'push')),
  constraint log_status_is_known check (status in ('success', 'error'))
);

create index ghl_sync_log_newest_first on ghl_sync_log (created_at desc, id desc);
