import type { PersonListed } from '#protocol/people.ts'

/** Returns an agent who has done nothing yet, with these differences. */
export const listedPerson = (differs: Partial<PersonListed>): PersonListed => ({
  id: '1',
  name: 'Mara',
  role: 'agent',
  status: 'active',
  can_sign_in: false,
  seen_at: null,
  invited_until: null,
  phones: [],
  won_sales: 0,
  created_at: '2026-11-24T10:00:00Z',
  ...differs,
})
