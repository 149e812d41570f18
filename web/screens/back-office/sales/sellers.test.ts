import { expect, it } from 'vitest'
import type { PersonListed } from '#protocol/people.ts'
import { sellersAmong } from './sellers.ts'

const person = (name: string, differs: Partial<PersonListed>): PersonListed => ({
  id: `id of ${name}`,
  name,
  role: 'agent',
  status: 'active',
  can_sign_in: false,
  seen_at: null,
  invited_until: null,
  phones: [],
  won_sales: 0,
  created_at: '2026-11-20T10:00:00Z',
  ...differs,
})

it('offers the people who sell or have sold, by name', () => {
  const people = [
    person('Zoe', {}),
    person('Émile', { role: 'lead', status: 'suspended' }),
    person('Ada', { role: 'admin' }),
    person('Bob', { role: 'office', won_sales: 2 }),
    person('Gone', { status: 'retired' }),
    person('Fay', { status: 'retired', won_sales: 1 }),
  ]
  expect(sellersAmong(people).map(({ name }) => name)).toEqual(['Bob', 'Émile', 'Fay', 'Zoe'])
})
