import { describe, expect, it, test } from 'vitest'
import { contactDetails, prefill } from './prefill.ts'
import { newSale, type SaleLead } from './sale.ts'

const BLANK = newSale('sale_1_a').customer
const ADA: SaleLead = {
  id: 'lead-ada',
  street_address: '2 High St',
  postcode: 'AB1 2CD',
  status: 'new',
  contact_name: 'Ada King Noel',
  contact_phone: '01234 567890',
  contact_email: 'ada@example.org',
}
const ADA_AS_CUSTOMER = {
  firstName: 'Ada',
  lastName: 'King Noel',
  email: 'ada@example.org',
  phone: '01234 567890',
  idNumber: '',
}

describe('the name of a contact', () => {
  test.each([
    ['Ada', 'Ada', ''],
    ['Ada King', 'Ada', 'King'],
    ['Ada  King   Noel', 'Ada', 'King Noel'],
    ['  Ada King ', 'Ada', 'King'],
    ['', '', ''],
    [null, '', ''],
  ])('%j is first name "%s", last name "%s"', (contact_name, firstName, lastName) =>
    expect(contactDetails({ ...ADA, contact_name })).toMatchObject({ firstName, lastName }),
  )
})

describe('the form', () => {
  it('is filled from the lead, except for the ID number', () => {
    expect(prefill(BLANK, ADA)).toEqual(ADA_AS_CUSTOMER)
  })

  it('keeps every entry, and fills fields that have only blanks', () => {
    expect(prefill({ ...BLANK, firstName: 'Bo', email: '  ' }, ADA)).toEqual({
      ...ADA_AS_CUSTOMER,
      firstName: 'Bo',
    })
  })

  it('does not change if there is nothing to fill it with', () => {
    const silent = { ...ADA, contact_name: null, contact_phone: ' ', contact_email: null }
    expect(prefill(BLANK, silent)).toBe(BLANK)
    expect(prefill(BLANK, null)).toBe(BLANK)
    expect(prefill(ADA_AS_CUSTOMER, ADA)).toBe(ADA_AS_CUSTOMER)
  })
})
