-- Where the CRM holds each sale. Kept apart from the sale, so that what a client writes into
-- ghl_opportunity_id never decides which opportunity of the CRM a push changes. Written before an opportunity
-- is created (without its id) and completed after, so that one whose creation was never answered is found.

create table crm_links (
  session_id text primary key references opportunities (session_id) on delete cascade,
  contact_id text,
  opportunity_id text unique
);
