import { sellsAtDoor } from '#domain/access/roles.ts'
import type { PersonListed } from '#protocol/people.ts'

/** A person for whose sales the office may search. */
export type Seller = Pick<PersonListed, 'id' | 'name'>

/** Returns the people who sell and those who have sold, by name. A retired seller must still be found. */
export const sellersAmong = (people: readonly PersonListed[]): Seller[] =>
  people
    .filter(({ role, status, won_sales }) => won_sales > 0 || (sellsAtDoor(role) && status !== 'retired'))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
