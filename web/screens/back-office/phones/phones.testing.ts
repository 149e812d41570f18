import type { PhoneListed } from '#protocol/phones.ts'

/** Returns a phone as the office lists it. */
export const listedPhone = (differs: Partial<PhoneListed>): PhoneListed => ({
  id: '1',
  name: 'Phone A',
  label: null,
  seen_at: '2026-11-24T10:00:00Z',
  is_installed: true,
  is_kept: true,
  area: null,
  unsent_sales: 0,
  unsent_signed: 0,
  unsent_since: null,
  refused_sales: 0,
  won_sales: 0,
  needs_attention: false,
  state: 'active',
  state_since: null,
  person: 'Mara',
  ...differs,
})
