-- Which phone works which street, so that two agents do not knock on the same doors. A claim only warns.
create table street_phones (
  phone uuid primary key,
  number integer not null unique
);

create table claims (
  id uuid primary key,
  street text not null,
  street_name text not null,
  area text not null,
  phone uuid not null references street_phones (phone),
  claimed_at timestamptz(3) not null,
  until timestamptz(3) not null,
  released_at timestamptz(3),
  lost_to uuid
);
create index claims_that_hold on claims (street, until) where released_at is null and lost_to is null;
create index claims_until on claims (until);
