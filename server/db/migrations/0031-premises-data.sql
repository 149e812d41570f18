-- What publishers say of premises, a version of a data set at a time, and the voucher areas that the office keeps. Each
-- version has a partition of its own, named after its id, which the import makes, fills, indexes and only then attaches.
create table dataset_versions (
  id integer generated always as identity primary key,
  kind text not null,
  observed_month text not null,
  source text not null,
  source_url text not null,
  licence text not null,
  attribution text not null,
  sha256 text not null,
  only_areas text[] not null default '{}',
  files jsonb not null default '[]',
  rows bigint not null default 0,
  refused bigint not null default 0,
  state text not null default 'loading',
  leased_until timestamptz(3),
  imported_at timestamptz(3),
  constraint dataset_kind_is_known check (kind in ('bduk-premises', 'supplier-eligible', 'uprn-points')),
  constraint dataset_state_is_known check (state in ('loading', 'active', 'kept', 'dropped')),
  constraint observed_month_is_a_month check (observed_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  constraint loading_has_a_lease check ((state = 'loading') = (leased_until is not null))
);
create unique index dataset_versions_active on dataset_versions (kind) where state = 'active';
create unique index dataset_versions_kept on dataset_versions (kind) where state = 'kept';
-- One import at a time.
create unique index dataset_versions_loading on dataset_versions (state) where state = 'loading';

create table premises (
  version integer not null,
  facts smallint not null,
  lot smallint,
  uprn bigint not null,
  contract_until date,
  contract_supplier integer,
  voucher_supplier integer,
  voucher_project integer,
  postcode text not null,
  lad text
) partition by list (version);

-- Suppliers and projects, each once for a version.
create table premises_names (
  version integer not null references dataset_versions (id) on delete cascade,
  id integer not null,
  name text not null,
  primary key (version, id)
);

create table supplier_premises (
  version integer not null,
  uprn bigint not null
) partition by list (version);

create table uprn_points (
  version integer not null,
  uprn bigint not null,
  lat double precision not null,
  lon double precision not null
) partition by list (version);

create table voucher_areas (
  area text primary key,
  name text not null,
  state text not null,
  open_from date,
  open_to date,
  max_voucher integer,
  source_url text not null,
  checked_on date not null,
  updated_at timestamptz(3) not null default now(),
  constraint voucher_area_is_known check (area ~ '^([EW]\d{8}|lot \d{1,3})$'),
  constraint voucher_area_state_is_known check (state in ('open', 'closed', 'unknown')),
  constraint voucher_area_has_a_maximum check (max_voucher between 0 and 100000),
  constraint voucher_area_opens_before_it_closes check (open_from <= open_to)
);
