-- A lead as a list shows it, made when it is written (decision 48). From here on `leads_prepare` fills it. What phones have read
-- stays the same, so no row counts as changed.
alter table leads add column as_json text not null default '';
-- Room for three more versions beside each three rows, so that a sale's updates stay on the page and touch no index.
alter table leads set (fillfactor = 60);
alter table leads disable trigger user;
update leads set as_json = row_to_json(shown)::text
from leads as lead cross join lateral (
  select lead.id, lead.street_address, lead.postcode, lead.household_size,
    trim_scale(lead.voucher_value)::text as voucher_value, lead.status, lead.priority, lead.contact_name,
    lead.contact_phone, lead.contact_email, lead.notes, lead.area, iso(lead.created_at) as created_at,
    iso(lead.updated_at) as updated_at
) as shown
where leads.id = lead.id;
alter table leads enable trigger user;
alter table leads alter column as_json drop default;
drop trigger leads_touch on leads;
