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

  it('finds an address by a part of it with commas or several spaces', () => {
    const matches = leadMatcher('t 1,  1', 'all')
    expect(matches(lead({ street_address: 'Flat 1, 10  High St' }))).toBe(true)
  })

  test.each([
    ['mill rd', '6 Mill Road'],
    ['6 MILL RD.', '6 Mill Road'],
    ['mill road', '6 Mill Rd'],
    ['mill roa', '6 Mill Rd.'],
    ['high st', '2 High Street'],
    ['st johns', '4 Saint Johns Way'],
    ['saint johns rd', '4 St. Johns Road'],
    ['kirk ave', '9 Kirk Avenue'],
    ['kirk ln', '9 Kirk Lane'],
    ['kirk cl', '9 Kirk Close'],
    ['kirk dr', '9 Kirk Drive'],
    ['kirk ct', '9 Kirk Court'],
    ['kirk pl', '9 Kirk Place'],
    ['kirk sq', '9 Kirk Square'],
    ['kirk tce', '9 Kirk Terrace'],
    ['kirk terrace', '9 Kirk Terr'],
    ['kirk gdns', '9 Kirk Gardens'],
  ])('"%s" finds %s', (search, street_address) =>
    expect(leadMatcher(search, 'all')(lead({ street_address, contact_name: null }))).toBe(true),
  )

  test.each([
    ['mill rd', '6 Mill Lane'],
    ['high st', '2 High Road'],
    ['6 mill rd', '7 Mill Road'],
  ])('"%s" does not find %s', (search, street_address) =>
    expect(leadMatcher(search, 'all')(lead({ street_address, contact_name: null }))).toBe(false),
  )

  it('filters by status', () => {
    expect(found('', 'new')).toBe(true)
    expect(found('', 'contacted')).toBe(false)
    expect(found('oak', 'new')).toBe(false)
    expect(LEAD_FILTERS).toEqual(['all', 'new', 'contacted', 'qualified'])
  })
})
