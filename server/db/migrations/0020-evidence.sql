-- What the phone recorded of a signing, and a chain of hashes over what happened to it. Functions and triggers that keep
-- them as they are come with the repeatable files.
create table agreements (
  sha256 bytea primary key,
  template text not null,
  body bytea not null,
  created_at timestamptz(3) not null default now()
);

create table sale_evidence (
  session_id text primary key references opportunities (session_id) on delete cascade,
  chain text not null unique check (chain ~ '^[0-9a-f]{32}$'),
  salt bytea not null,
  agreement_sha256 bytea not null references agreements,
  body bytea not null,
  evidence_sha256 bytea not null,
  token_sha256 bytea not null unique,
  token_expires_at timestamptz(3) not null,
  findings jsonb not null,
  received_at timestamptz(3) not null
);
create index sale_evidence_by_agreement on sale_evidence (agreement_sha256);

-- No reference to the sale: after an erasure the chain stays, and says nothing about a person.
create table evidence_events (
  id bigint generated always as identity primary key,
  chain text not null,
  seq integer not null check (seq > 0),
  type text not null,
  at timestamptz(3) not null,
  commitment bytea not null,
  prev bytea not null,
  hash bytea not null,
  unique (chain, seq)
);

create table event_payloads (
  chain text not null,
  seq integer not null,
  payload jsonb not null,
  primary key (chain, seq),
  foreign key (chain, seq) references evidence_events (chain, seq)
);
