import { expect, test } from 'vitest'
import { nameOf } from './contact-name.ts'

test.each([
  [{ firstName: 'Ada', lastName: 'McLeod', firstNameLowerCase: 'ada' }, 'Ada McLeod'],
  [{ firstName: null, lastName: null, contactName: 'Ada Ward' }, 'Ada Ward'],
  [{ name: 'Ada Ward' }, 'Ada Ward'],
  [{ firstNameLowerCase: 'siân', lastNameLowerCase: "o'neill-ward" }, "Siân O'Neill-Ward"],
  [{ firstName: 'émile', lastName: null }, 'Émile'],
  [{ firstNameLowerCase: null }, null],
])('A contact with the names %j is called %s', (contact, name) => {
  expect(nameOf(contact)).toBe(name)
})
