import { patch, SHOWN } from './request.ts'

/** Values for typed columns, many of them as text, as automation services send them. */
export const VALUES = (
  [
    ['eligibility_status', 'false'],
    ['eligibility_status', 't'],
    ['eligibility_status', 'TRUE'],
    ['eligibility_status', ''],
    ['voucher_amount', '1500'],
    ['voucher_amount', ' 1500.50 '],
    ['voucher_amount', '1.5e3'],
    ['voucher_amount', '+1500'],
    ['voucher_amount', '1,500'],
    ['voucher_amount', '£1500'],
    ['voucher_amount', ''],
    ['voucher_amount', true],
    ['last_ghl_sync', '2026-03-01T12:00:00+02:00'],
    ['last_ghl_sync', '2026-03-01 12:00:00+02:00'],
    ['last_ghl_sync', '2026-03-01 12:00:00+02'],
    ['last_ghl_sync', '2026-03-01 12:00:00Z'],
    ['last_ghl_sync', '2026-03-01 12:00:00'],
    ['last_ghl_sync', '2026-03-01T12:00:00'],
    ['last_ghl_sync', '2026-03-01T12:00'],
    ['last_ghl_sync', '2026-03-01'],
    ['last_ghl_sync', '20260301'],
    ['last_ghl_sync', '2026-03-01T12:00:00.123456Z'],
    ['notes', ''],
    ['lead_id', ''],
    ['lead_id', null],
    ['lead_id', '00000000-0000-4000-8000-00000000000A'],
  ] as const
).map(([column, value]) =>
  patch(`opportunities?session_id=eq.sale_1_a&select=${column}`, { [column]: value }, SHOWN),
)
