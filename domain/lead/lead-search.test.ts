import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { leadWith } from '../testing/lead-with.ts'
import type { Lead } from './lead.ts'
import { type IndexedLead, indexLead, LEAD_FILTERS, type LeadFilter } from './lead-order.ts'
import { leadMatcher } from './lead-search.ts'

const lead = (fields: Partial<Lead>): IndexedLead => indexLead(leadWith(fields))

describe('searching', () => {
  const found = (search: string, filter: LeadFilter = 'all') =>
    leadMatcher(
      search,
      filter,
    )(lead({ street_address: '12 Élm Street', postcode: 'AB1 2CD', contact_name: 'Morag Armstrong' }))

  test.each([
    '',
    '  ',
    '12',
    'élm',
    'ÉLM STREET',
    'm str',
    ' street ',
    'ab1',
    'AB1 2CD',
    'ab12cd',
    '2cd',
    '1 2c',
    '12C',
    '12  élm  street',
    'street ab1',
    '2cd ab1 élm',
    'Élm Street, AB12CD',
    'street ab1 2',
    'street 12',
    'élm 1',
    'armstrong',
    'Morag  Armstrong',
    'arm 12 élm',
    ',',
  ])('"%s" finds Morag Armstrong at 12 Élm Street, AB1 2CD', (search) => expect(found(search)).toBe(true))

  test.each([
    '13',
    'oak',
    'ab2',
    'streetab1',
    'élmstreet',
    'street oak',
    'street 2',
    'élm 21',
    'street armstrong 5',
  ])('"%s" does not', (search) => expect(found(search)).toBe(false))

  it('finds a lead by any part of its address or postcode, in any case', () => {
    const text = fc.stringMatching(/^[A-Za-z0-9]{1,5}( [A-Za-z0-9]{1,5})?$/)
    fc.assert(
      fc.property(
        text,
        text,
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        (street_address, postcode, from, length, upper) => {
          const of = from % 2 ? street_address : postcode
          const part = of.slice(from % of.length, (from % of.length) + 1 + (length % of.length))
          const matches = leadMatcher(upper ? part.toUpperCase() : part.toLowerCase(), 'all')
          expect(matches(lead({ street_address, postcode }))).toBe(true)
          expect(leadMatcher(postcode.replace(' ', ''), 'all')(lead({ street_address, postcode }))).toBe(true)
        },
      ),
    )
  })

  it('finds an address by a part of it that holds commas or several spaces', () => {
    const matches = leadMatcher('t 1,  1', 'all')
    expect(matches(lead({ street_address: 'Flat 1, 10  High St' }))).toBe(true)
  })

  it('filters by status', () => {
    expect(found('', 'new')).toBe(true)
    expect(found('', 'contacted')).toBe(false)
    expect(found('oak', 'new')).toBe(false)
    expect(LEAD_FILTERS).toEqual(['all', 'new', 'contacted', 'qualified'])
  })
})
