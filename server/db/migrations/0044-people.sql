-- People, how they prove who they are, and the tokens of other programs. No secret is stored, only its SHA-256.
create table people (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  role text not null constraint role_is_known check (role in ('agent', 'lead', 'office', 'admin', 'auditor')),
  status text not null default 'active' constraint status_is_known check (status in ('active', 'suspended', 'retired')),
  password_hash text,
  failures integer not null default 0,
  next_try_at timestamptz(3),
  issuer text,
  subject text,
  created_at timestamptz(3) not null default now(),
  constraint people_have_one_account unique (issuer, subject)
);
create unique index people_have_one_name on people (lower(name)) where status <> 'retired';

create table invitations (
  code_sha256 bytea primary key,
  person_id uuid not null references people (id),
  opens text not null constraint opens_is_known check (opens in ('sign-in', 'phone')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  used_by uuid
);
create index invitations_of_a_person on invitations (person_id);

create table sign_ins (
  id uuid primary key default gen_random_uuid(),
  token_sha256 bytea not null unique,
  person_id uuid not null references people (id),
  created_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now()
);
create index sign_ins_of_a_person on sign_ins (person_id);

create table tokens (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  token_sha256 bytea not null unique,
  hint text not null,
  permissions text[] not null,
  created_by uuid references people (id),
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3),
  revoked_at timestamptz(3)
);

-- An enrolled phone has a credential and a person; the others are only known by what they say of themselves.
alter table phones
  add column person_id uuid references people (id),
  add column state text not null default 'active'
    constraint state_is_known check (state in ('active', 'suspended', 'wiping', 'wiped')),
  add column credential_sha256 bytea unique,
  add column enrolled_at timestamptz(3),
  add column state_since timestamptz(3);
create table phone_people (
  phone_id uuid not null references phones (id) on delete cascade,
  person_id uuid not null references people (id),
  since timestamptz(3) not null default now(),
  primary key (phone_id, person_id)
);

-- Who made a sale, and why it waits for the office before anyone outside is informed.
alter table opportunities
  add column owner_id uuid,
  add column hold text;
create index opportunities_of_an_owner on opportunities (owner_id) where owner_id is not null;
create index opportunities_on_hold on opportunities (session_id) where hold is not null;

-- Acts of people and tokens name who it was.
alter table audit
  add column actor_id uuid,
  drop constraint actor_is_known,
  add constraint actor_is_known check (actor in ('office', 'operator', 'person', 'token'));
