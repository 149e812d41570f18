-- Where a lead's premises are, beside the hot table of leads, and the imports of lead files.
create table lead_places (
  lead_id uuid primary key references leads (id) on delete cascade,
  uprn bigint,
  lat double precision,
  lon double precision,
  point_source text,
  premises_match text,
  constraint uprn_has_12_digits check (uprn between 1 and 999999999999),
  constraint point_is_whole check ((lat is null) = (lon is null) and (lat is null) = (point_source is null)),
  constraint point_source_is_known check (point_source in ('uprn', 'postcode', 'given')),
  constraint premises_match_is_known check (premises_match in ('given', 'confirmed')),
  constraint premises_match_has_a_uprn check ((uprn is null) = (premises_match is null))
);
create index lead_places_by_uprn on lead_places (uprn) where uprn is not null;

-- An import that was applied, so that it is resumed after a kill and never applied twice. Nothing of its rows is kept.
create table lead_imports (
  hash text primary key,
  rows integer not null,
  done integer not null default 0,
  rest text not null,
  counts jsonb not null,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint lead_import_is_within_its_rows check (done between 0 and rows)
);
create index lead_imports_by_time on lead_imports (started_at);
