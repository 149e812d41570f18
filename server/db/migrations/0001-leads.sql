-- Whom an agent may call on. Filled from the CRM, read by every phone.

-- Every time on the wire and in a change has this one form: UTC, milliseconds, as a phone writes it.
create function iso(moment timestamptz) returns text
  language sql stable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create table leads (
  id uuid primary key default gen_random_uuid(),
  street_address text not null,
  postcode text not null default '',
  household_size integer,
  voucher_value numeric(10, 2) not null default 0,
  status text not null default 'new',
  priority text not null default 'medium',
  contact_name text,
  contact_phone text,
  contact_email text,
  notes text,
  area text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  crm_contact_id text unique,

  constraint lead_status_is_known check (status in ('new', 'contacted', 'qualified', 'closed-won', 'closed-lost')),
  constraint lead_priority_is_known check (priority in ('high', 'medium', 'low')),
  constraint household_is_not_negative check (household_size >= 0),
  constraint voucher_is_not_negative check (voucher_value >= 0)
);

create index leads_newest_first on leads (created_at desc, id);

create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

create trigger leads_touch before update on leads for each row execute function touch_updated_at();
