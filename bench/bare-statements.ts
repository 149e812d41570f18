const LEAD_COLUMNS = `id, street_address, postcode, household_size, voucher_value, status, priority, contact_name,
  contact_phone, contact_email, notes, area, created_at, updated_at`
export const NEWEST_LEADS = `select ${LEAD_COLUMNS} from leads order by created_at desc, id limit 50`
export const NEWEST_LEADS_AS_JSON = `select coalesce(json_agg(r)::text, '[]') as json from (${NEWEST_LEADS}) r`

/** Sales in a table without triggers or rules. */
export const BARE_SALES = `create table if not exists bare_sales
  (like opportunities including defaults, primary key (id), unique (session_id))`
