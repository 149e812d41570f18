-- Where agents must not call. An entry is never changed or deleted; it can only be lifted, once, with a reason. It says
-- nothing about a person, so it outlives an erasure.
create table do_not_knock (
  id uuid primary key,
  scope text not null,
  uprn bigint,
  address_key text,
  street_key text,
  postcodes text,
  reason text not null,
  source text not null,
  at timestamptz(3) not null,
  phone text,
  received_at timestamptz(3) not null default now(),
  lifted_at timestamptz(3),
  lifted_by text,
  lifted_why text,
  constraint scope_is_known check (scope in ('household', 'sticker', 'zone')),
  constraint reason_is_known check (reason in ('asked', 'sign', 'no-cold-calling-zone', 'authority')),
  constraint source_is_known check (source in ('door', 'phone', 'crm', 'council-list')),
  constraint lifted_why_is_known
    check (lifted_why in ('asked-again', 'moved-away', 'mistake', 'zone-ended')),
  constraint lifted_with_a_reason
    check ((lifted_at is null) = (lifted_why is null) and (lifted_at is null) = (lifted_by is null)),
  constraint uprn_has_12_digits check (uprn between 1 and 999999999999),
  constraint entry_has_a_place check (case scope
    when 'zone' then uprn is null and address_key is null and (street_key is null) <> (postcodes is null)
      and postcodes is distinct from ''
    else (uprn is not null or address_key is not null) and street_key is null and postcodes is null end)
);
create index do_not_knock_by_uprn on do_not_knock (uprn) where lifted_at is null and uprn is not null;
create index do_not_knock_by_address on do_not_knock (address_key)
  where lifted_at is null and address_key is not null;
create index do_not_knock_by_street on do_not_knock (street_key) where lifted_at is null and street_key is not null;
create index do_not_knock_by_postcode on do_not_knock using gin (string_to_array(postcodes, ' '))
  where lifted_at is null and postcodes is not null;
create index do_not_knock_latest on do_not_knock (received_at, id);

-- The leads that the register has closed, with the status to which they return once it is lifted.
create table do_not_knock_leads (
  lead_id uuid primary key references leads on delete cascade,
  status_before text not null
);

-- The leads whose contact had the tag `do-not-knock` when the CRM was last read: only a tag that was not there before
-- makes an entry, so that a lifted one does not come back with each pull.
create table do_not_knock_tags (lead_id uuid primary key references leads on delete cascade);

-- Sales that were signed at a door on the register, for the office to look at.
create table do_not_knock_sales (
  session_id text primary key references opportunities (session_id) on delete cascade,
  entry_id uuid not null references do_not_knock,
  found_at timestamptz(3) not null default now(),
  dealt_with_at timestamptz(3),
  dealt_with_by text,
  constraint dealt_with_by_an_actor check ((dealt_with_at is null) = (dealt_with_by is null))
);
create index do_not_knock_sales_open on do_not_knock_sales (found_at) where dealt_with_at is null;
