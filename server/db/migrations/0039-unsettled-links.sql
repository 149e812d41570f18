-- Until when the search of the CRM may not show what an unanswered call has created.
alter table crm_links add column unsettled_until timestamptz(3);
