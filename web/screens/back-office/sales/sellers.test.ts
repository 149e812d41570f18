import { expect, it } from 'vitest'
import type { PersonListed } from '#protocol/people.ts'
import { listedPerson } from '../people/people.testing.ts'
import { sellersAmong } from './sellers.ts'

const person = (name: string, differs: Partial<PersonListed>) => listedPerson({ id: name, name, ...differs })

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
