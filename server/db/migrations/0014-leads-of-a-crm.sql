-- Which CRM a contact's id, and an opportunity's, is of: what the sandbox called them means nothing to GoHighLevel.
-- The rows that are there tell by what the sandbox holds.

alter table leads add column crm_provider text not null default 'sandbox';
alter table crm_links add column provider text not null default 'sandbox';

-- No phone needs to hear of this.
alter table leads disable trigger user;
update leads set crm_provider = 'gohighlevel'
where crm_contact_id not in (select id from sandbox_crm.contacts);
alter table leads enable trigger user;

update crm_links set provider = 'gohighlevel'
where coalesce(
  contact_id not in (select id from sandbox_crm.contacts),
  opportunity_id not in (select id::text from sandbox_crm.opportunities));

alter table leads drop constraint leads_crm_contact_id_key;
alter table leads add constraint one_lead_a_contact unique (crm_provider, crm_contact_id);

create or replace function lead_record(lead leads) returns jsonb language sql stable as $$
  select (to_jsonb(lead) - 'crm_contact_id' - 'crm_provider') || jsonb_build_object(
    'voucher_value', trim_scale(lead.voucher_value)::text,
    'created_at', iso(lead.created_at),
    'updated_at', iso(lead.updated_at))
$$;

-- How often a sale that had lost the opportunity wrote to it late, which its owner then has to write over.
alter table crm_links add column overwritten integer not null default 0;
