-- Whether the customer of each signed sale was given the documents, so that the office can list those who were not without
-- reading every event. And what the office has dealt with.
create table documents_given (
  session_id text primary key references opportunities (session_id) on delete cascade,
  since timestamptz(3) not null,
  given_at timestamptz(3),
  dealt_with_at timestamptz(3),
  dealt_with_by text,
  constraint dealt_with_by_an_actor check ((dealt_with_at is null) = (dealt_with_by is null))
);
create index documents_not_given on documents_given (since, session_id)
  where given_at is null and dealt_with_at is null;
create index documents_dealt_with on documents_given (dealt_with_at) where given_at is null and dealt_with_at is not null;

insert into documents_given (session_id, since, given_at)
select session_id, received_at, (
  select min(at) from sale_evidence as signing join evidence_events as event using (chain)
  where signing.session_id = sale.session_id
    and type in ('copy-accepted', 'copy-downloaded', 'confirmed', 'paper-given'))
from opportunities as sale
where received_at > (select applied_at from schema_migrations where name = '0021-seals.sql')
  and contract_signature is not null and (status = 'closed-won' or sealed);

alter table cancellations add column dealt_with_at timestamptz(3);
alter table cancellations add column dealt_with_by text;
alter table cancellations add constraint dealt_with_by_an_actor
  check ((dealt_with_at is null) = (dealt_with_by is null));
create index cancellations_open on cancellations (received_at) where dealt_with_at is null;
create index cancellations_dealt_with on cancellations (dealt_with_at) where dealt_with_at is not null;

alter table disputes add column dealt_with_at timestamptz(3);
alter table disputes add column dealt_with_by text;
alter table disputes add constraint dealt_with_by_an_actor
  check ((dealt_with_at is null) = (dealt_with_by is null));
create index disputes_open on disputes (received_at) where dealt_with_at is null;
create index disputes_dealt_with on disputes (dealt_with_at) where dealt_with_at is not null;
