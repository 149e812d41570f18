-- What visits leave at the contacts of their leads in the CRM: tags, notes and tasks.

-- The deliveries of visits: one row per visited lead, whose id is in `session_id`.
alter table deliveries drop constraint target_is_known;
alter table deliveries add constraint target_is_known
  check (target in ('crm', 'automation', 'seal', 'copy', 'acknowledgement', 'visits'));
insert into deliveries (target, session_id) select 'visits', lead_id::text from doors;

-- Written before the CRM is asked to create an entry, and completed after. Of the contact that the lead has, and of former
-- ones, so that what was made there is not made again.
create table visits_in_crm (
  lead_id uuid not null references leads on delete cascade,
  provider text not null,
  contact_id text not null,
  kind text not null,
  key text not null,
  crm_id text,
  is_ours boolean not null default true,
  is_done boolean not null default false,
  primary key (lead_id, provider, contact_id, kind, key),
  constraint kind_is_known check (kind in ('tag', 'note', 'task'))
);

create table sandbox_crm.contact_entries (
  id text primary key,
  contact_id text not null references sandbox_crm.contacts (id) on delete cascade,
  kind text not null,
  key text not null,
  title text,
  body text,
  due_at timestamptz(3),
  is_done boolean not null default false,
  unique (contact_id, kind, key)
);
