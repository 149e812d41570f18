-- One row a sale, from its first location to its close. The rules of the domain stand here once more as
-- constraints, named as the domain names them, so that no client and no mistake of ours gets around them.

create table opportunities (
  id uuid primary key default gen_random_uuid(),
  session_id text not null unique,
  status text not null default 'open',
  customer_name text,
  customer_email text,
  customer_phone text,
  customer_location text,
  lead_id uuid references leads (id),
  service_package_id text,
  service_package_name text,
  service_speed text,
  service_monthly_price numeric(10, 2),
  service_installation_price numeric(10, 2),
  total_value numeric(10, 2),
  customer_discount numeric(10, 2),
  voucher_amount numeric(10, 2),
  customer_id_number text,
  contract_signature text,
  contract_timestamp timestamptz(3),
  contract_ip_address text,
  eligibility_status boolean,
  eligibility_scheme text,
  notes text,
  ghl_opportunity_id text,
  last_ghl_sync timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  received_at timestamptz(3),
  closed_by text,
  revision bigint not null default 1,

  constraint session_id_is_present check (length(session_id) between 1 and 200),
  constraint status_is_known check (status in ('open', 'qualified', 'closed-won', 'closed-lost')),
  constraint closed_by_is_known check (closed_by in ('agent', 'crm')),
  constraint lost_is_set_by_the_crm check (status <> 'closed-lost' or closed_by is not distinct from 'crm'),
  constraint won_needs_a_signature check (
    status <> 'closed-won' or (contract_signature is not null and contract_signature ~ '^data:image/')
  ),
  constraint amounts_are_not_negative check (
    least(service_monthly_price, service_installation_price, voucher_amount) >= 0
  ),
  constraint discount_within_voucher check (
    customer_discount >= 0 and customer_discount <= coalesce(voucher_amount, 0)
  ),
  constraint total_adds_up check (
    total_value = service_monthly_price + service_installation_price - coalesce(customer_discount, 0)
  )
);

create index opportunities_newest_first on opportunities (created_at desc, id);
create index opportunities_of_lead on opportunities (lead_id);
create index opportunities_in_crm on opportunities (ghl_opportunity_id);

create trigger opportunities_touch before update on opportunities
  for each row execute function touch_updated_at();

create function opportunity_status_rank(status text) returns integer
  language sql immutable parallel safe
  return array_position(array['open', 'qualified', 'closed-won'], status);

-- An agent's sale only moves forward. What the CRM closed is the CRM's to reopen.
create function refuse_status_moving_back() returns trigger language plpgsql as $$
begin
  if old.closed_by is distinct from 'crm' and new.closed_by is distinct from 'crm'
     and opportunity_status_rank(new.status) < opportunity_status_rank(old.status) then
    raise exception 'The status of a sale never moves back (% to %).', old.status, new.status
      using errcode = 'check_violation', constraint = 'status_never_moves_back', table = 'opportunities';
  end if;
  return new;
end $$;

create trigger opportunities_move_forward before update of status on opportunities
  for each row execute function refuse_status_moving_back();

-- What a phone was answered for each numbered call of a sale, so that a repeat gets the same answer.
create table applied_calls (
  session_id text not null references opportunities (session_id) on delete cascade,
  sequence integer not null,
  status smallint not null,
  answer jsonb,
  applied_at timestamptz(3) not null default now(),
  primary key (session_id, sequence)
);
