-- A sale without a lead gets a contact of its own in the sandbox CRM, which is not offered as a lead.

alter table sandbox_crm.contacts add column is_lead boolean not null default true;
