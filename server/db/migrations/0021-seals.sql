-- What a sealed sale leaves behind: the documents, the public parts of the keys that sealed them, and a signed root over
-- each day's documents. Triggers that keep them as they are come with the repeatable files.
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

-- For the search of signed sales that are not queued to be sealed yet.
create index opportunities_received on opportunities (received_at) where received_at is not null;

alter table deliveries drop constraint target_is_known;
alter table deliveries add constraint target_is_known check (target in ('crm', 'automation', 'seal'));
