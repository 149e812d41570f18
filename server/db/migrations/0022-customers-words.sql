-- What a customer says of a signed sale: that it is cancelled, or that something is not right. Both go with the sale.
create table cancellations (
  id bigint generated always as identity primary key,
  session_id text not null unique references opportunities (session_id) on delete cascade,
  received_at timestamptz(3) not null,
  way text not null constraint way_is_known check (way in ('page')),
  words text not null,
  in_time boolean not null,
  acknowledged_at timestamptz(3)
);
create index cancellations_by_time on cancellations (received_at);

create table disputes (
  id bigint generated always as identity primary key,
  session_id text not null references opportunities (session_id) on delete cascade,
  received_at timestamptz(3) not null,
  words text not null
);
create index disputes_by_sale on disputes (session_id);
create index disputes_by_time on disputes (received_at);
