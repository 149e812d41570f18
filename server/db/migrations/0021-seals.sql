-- What a sealed sale leaves behind: the documents, the public parts of the keys that sealed them, and a signed root over
-- each day's documents.
create table seal_keys (
  kid text primary key,
  certificate bytea not null,
  not_after timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3)
);

-- No reference to the sale: after an erasure the hashes stay, so that day roots can still be recomputed.
create table sealed_documents (
  session_id text not null,
  version integer not null check (version > 0),
  source_sha256 bytea not null,
  bytes bytea,
  pdf_sha256 bytea not null unique,
  agreement_sha256 bytea,
  evidence_sha256 bytea,
  findings jsonb not null,
  statement text not null,
  kid text not null references seal_keys,
  sealed_at timestamptz(3) not null,
  erased_at timestamptz(3),
  primary key (session_id, version),
  unique (session_id, source_sha256),
  constraint bytes_are_kept_until_erased check ((bytes is null) = (erased_at is not null))
);
-- Sealed files do not compress.
alter table sealed_documents alter column bytes set storage external;
create index sealed_documents_by_time on sealed_documents (sealed_at, session_id, version);

create table seal_days (
  day date primary key,
  size integer not null check (size > 0),
  root bytea not null,
  statement text not null
);

create table seal_leaves (
  day date not null references seal_days,
  position integer not null check (position >= 0),
  pdf_sha256 bytea not null unique,
  primary key (day, position)
);

create function refuse_unsealing_documents() returns trigger language plpgsql as $$
begin
  raise exception 'What was sealed cannot be changed (% of %).', tg_op, tg_table_name
    using errcode = 'check_violation', constraint = 'seals_never_change', table = tg_table_name;
end $$;

create trigger sealed_documents_stay before delete on sealed_documents
  for each row execute function refuse_unsealing_documents();
create trigger sealed_documents_stay_whole before truncate on sealed_documents
  for each statement execute function refuse_unsealing_documents();
create trigger sealed_documents_stay_the_same before update on sealed_documents
  for each row when (
    (old.session_id, old.version, old.source_sha256, old.pdf_sha256, old.agreement_sha256, old.evidence_sha256,
      old.findings, old.statement, old.kid, old.sealed_at)
    is distinct from
    (new.session_id, new.version, new.source_sha256, new.pdf_sha256, new.agreement_sha256, new.evidence_sha256,
      new.findings, new.statement, new.kid, new.sealed_at)
    or old.erased_at is not null or new.bytes is not null
  ) execute function refuse_unsealing_documents();
create trigger seal_days_stay before update or delete on seal_days
  for each row execute function refuse_unsealing_documents();
create trigger seal_days_stay_whole before truncate on seal_days
  for each statement execute function refuse_unsealing_documents();
create trigger seal_leaves_stay before update or delete on seal_leaves
  for each row execute function refuse_unsealing_documents();
create trigger seal_leaves_stay_whole before truncate on seal_leaves
  for each statement execute function refuse_unsealing_documents();
create trigger seal_keys_stay before delete on seal_keys
  for each row execute function refuse_unsealing_documents();
create trigger seal_keys_stay_whole before truncate on seal_keys
  for each statement execute function refuse_unsealing_documents();

-- For the search of signed sales that are not queued to be sealed yet.
create index opportunities_received on opportunities (received_at) where received_at is not null;

alter table deliveries drop constraint target_is_known;
alter table deliveries add constraint target_is_known check (target in ('crm', 'automation', 'seal'));
