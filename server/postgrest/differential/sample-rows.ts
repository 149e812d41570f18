/**
 * Rows with values on which filters and forms may differ: nulls, quotes, commas, wildcards, lines and the text null.
 */
export const SAMPLE_ROWS = `
insert into leads (id, street_address, postcode, household_size, voucher_value, status, priority, contact_name, notes, area, created_at) values
('00000000-0000-4000-8000-000000000001', '1 High Street', 'AB1 2CD', 2, 1500, 'new', 'high', 'Ann Lee', null, 'North', '2026-01-01T10:00:00Z'),
('00000000-0000-4000-8000-000000000002', '2 High Street', 'AB1 2CD', 4, 500.5, 'contacted', 'medium', 'Bo "B" Ek', 'a,b (c)', 'North', '2026-01-02T10:00:00Z'),
('00000000-0000-4000-8000-000000000003', '3 Low Road', 'AB2 2CD', null, 0, 'new', 'low', null, 'null', null, '2026-01-03T10:00:00Z'),
('00000000-0000-4000-8000-000000000004', '10 Low Road', 'AB10 9ZZ', 1, 4500, 'qualified', 'medium', 'Cy Ray', E'two\\nlines', 'South', '2026-01-04T23:30:00.123Z'),
('00000000-0000-4000-8000-000000000005', '5% Lane_', 'ab1 2cd', 0, 4500, 'closed-lost', 'high', 'Ann Lee', '', 'South', '2026-02-01T00:00:00Z');
insert into opportunities (id, session_id, status, customer_name, lead_id, total_value, eligibility_status, notes, created_at, last_ghl_sync, service_monthly_price, service_installation_price) values
('00000000-0000-4000-9000-000000000001', 'sale_1_a', 'open', 'Ann Lee', '00000000-0000-4000-8000-000000000001', 1294.5, true, null, '2026-03-01T10:00:00Z', '2026-03-01T12:00:00Z', 299, 995.5),
('00000000-0000-4000-9000-000000000002', 'sale_2_b', 'qualified', null, '00000000-0000-4000-8000-000000000002', 599, false, 'Call', '2026-03-02T10:00:00Z', null, 599, 0),
('00000000-0000-4000-9000-000000000003', 'sale_3_c', 'open', 'Cy', null, null, null, 'none', '2026-03-03T10:00:00Z', null, null, null);
insert into ghl_sync_log (operation, direction, session_id, lead_id, status, message, duration_ms, created_at) values
('sync_leads', 'pull', null, null, 'success', 'ok', 10, '2026-04-01T10:00:00Z'),
('create_opportunity', 'push', 'sale_1_a', '00000000-0000-4000-8000-000000000001', 'error', 'no', 20, '2026-04-02T10:00:00Z');
`
