-- What the CRM tells of its own accord. An event says which record has changed, no more: what the record is now is
-- read from the CRM. Each row is also the work that follows from it, claimed by a lease as deliveries are.
create table crm_events (
  id bigint generated always as identity primary key,
  webhook_id text not null unique,
  type text not null,
  record_kind text,
  record_id text,
  sent_at timestamptz(3),
  received_at timestamptz(3) not null default now(),
  state text not null default 'waiting',
  attempts integer not null default 0,
  due_at timestamptz(3) not null default now(),
  leased_until timestamptz(3),
  lease uuid,
  reason text,

  constraint event_state_is_known check (state in ('waiting', 'done', 'ignored', 'parked')),
  constraint record_kind_is_known check (record_kind in ('opportunity', 'contact')),
  constraint event_names_its_record check (state = 'ignored' or (record_kind is not null and record_id is not null))
);

create index crm_events_due on crm_events (due_at, id) where state = 'waiting';
create index crm_events_of_record on crm_events (record_kind, record_id, id) where state = 'waiting';
create index crm_events_finished on crm_events (received_at) where state in ('done', 'ignored');

-- How far the changes of the CRM's opportunities have been read, by the CRM's clock, who reads them now, and why the
-- last try failed if it did.
create table crm_polls (
  provider text primary key,
  read_up_to timestamptz(3) not null default now(),
  due_at timestamptz(3) not null default now(),
  leased_until timestamptz(3),
  lease uuid,
  reason text
);

-- The CRM may win a sale that nobody has signed here; an agent still may not.
alter table opportunities drop constraint won_needs_a_signature;
alter table opportunities add constraint won_needs_a_signature check (
  status <> 'closed-won' or closed_by is not distinct from 'crm'
  or (contract_signature is not null and contract_signature ~ '^data:image/')
);

-- A sale that an agent has won moves back only when the CRM reopens it, which takes the agent's close away.
create or replace function refuse_status_moving_back() returns trigger language plpgsql as $$
begin
  if old.closed_by is distinct from 'crm' and new.closed_by is distinct from 'crm'
     and not (old.closed_by is not null and new.closed_by is null)
     and opportunity_status_rank(new.status) < opportunity_status_rank(old.status) then
    raise exception 'The status of a sale never moves back (% to %).', old.status, new.status
      using errcode = 'check_violation', constraint = 'status_never_moves_back', table = 'opportunities';
  end if;
  return new;
end $$;

-- Set when the CRM takes a signed sale out of the won ones: from the status alone nobody could tell any more that
-- its terms are sealed, and a receipt for them is out.
alter table opportunities add column sealed boolean not null default false;

create function refuse_unsealing() returns trigger language plpgsql as $$
begin
  if (old.customer_name, old.customer_email, old.customer_phone, old.customer_location, old.customer_id_number,
      old.customer_discount, old.service_package_id, old.service_package_name, old.service_speed,
      old.service_monthly_price, old.service_installation_price, old.contract_signature, old.contract_timestamp,
      old.contract_ip_address, old.lead_id, old.voucher_amount, old.total_value, old.eligibility_status,
      old.eligibility_scheme)
    is distinct from
     (new.customer_name, new.customer_email, new.customer_phone, new.customer_location, new.customer_id_number,
      new.customer_discount, new.service_package_id, new.service_package_name, new.service_speed,
      new.service_monthly_price, new.service_installation_price, new.contract_signature, new.contract_timestamp,
      new.contract_ip_address, new.lead_id, new.voucher_amount, new.total_value, new.eligibility_status,
      new.eligibility_scheme) then
    raise exception 'What was signed cannot be changed.'
      using errcode = 'check_violation', constraint = 'signed_terms_are_sealed', table = 'opportunities';
  end if;
  return new;
end $$;

create trigger opportunities_stay_sealed before update on opportunities
  for each row when (old.sealed) execute function refuse_unsealing();
