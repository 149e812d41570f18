-- The sandbox CRM: a small CRM of our own in a schema of its own, touched by crm/sandbox alone.

create schema sandbox_crm;

create table sandbox_crm.contacts (
  id text primary key,
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  address text not null,
  postcode text not null,
  area text,
  household_size integer,
  voucher_value numeric(10, 2),
  priority text,
  notes text,
  date_added timestamptz(3) not null default now(),
  date_updated timestamptz(3) not null default now()
);

create table sandbox_crm.opportunities (
  id text primary key,
  contact_id text not null references sandbox_crm.contacts (id),
  name text not null,
  status text not null,
  stage text not null,
  monetary_value numeric(10, 2) not null default 0,
  session_id text not null,
  service_package_name text,
  voucher_amount numeric(10, 2),
  contract_signed boolean not null default false,
  date_added timestamptz(3) not null default now(),
  date_updated timestamptz(3) not null default now(),

  constraint crm_status_is_known check (status in ('open', 'won', 'lost', 'abandoned'))
);

-- As in the real CRM: one living opportunity per contact.
create unique index one_open_opportunity_per_contact on sandbox_crm.opportunities (contact_id)
  where status in ('open', 'won');
