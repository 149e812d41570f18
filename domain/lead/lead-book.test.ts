import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadWith } from '../testing/lead-with.ts'
import type { Lead } from './lead.ts'
import { LEAD_STATUSES } from './lead.ts'
import { LeadBook, type LeadView } from './lead-book.ts'
import { indexLead, LEAD_COMPARATORS, LEAD_FILTERS, LEAD_SORTS } from './lead-order.ts'
import { leadMatcher } from './lead-search.ts'

const someLead = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  street_address: fc.constantFrom('2 High St', '10 High St', '1 Mill Lane', 'The Barn'),
  postcode: fc.constantFrom('AB1 2CD', 'ZZ9 9ZZ'),
  household_size: fc.option(fc.integer({ min: 1, max: 6 })),
  voucher_value: fc.constantFrom('0', '500', '1500'),
  status: fc.constantFrom(...LEAD_STATUSES),
})

const someView: fc.Arbitrary<LeadView> = fc.record({
  sort: fc.constantFrom(...LEAD_SORTS),
  filter: fc.constantFrom(...LEAD_FILTERS),
  search: fc.constantFrom(
    '',
    'high',
    'ab12',
    'ab1 2',
    'zz 99 z',
    '1 ',
    'lane  1',
    'zz9, barn',
    ',',
    'nothing',
  ),
})
const somethingHappens = fc.oneof(
  someLead.map((lead) => ({ what: 'put' as const, lead: leadWith(lead) })),
  someLead.map(({ id }) => ({ what: 'remove' as const, id })),
  someView.map((view) => ({ what: 'show' as const, view })),
  fc.array(someLead).map((leads) => ({ what: 'replace' as const, leads: leads.map(leadWith) })),
)

/** Sorts and filters everything again. */
function listAgain(leads: Iterable<Lead>, { sort, filter, search }: LeadView): Lead[] {
  const matches = leadMatcher(search, filter)
  return [...leads]
    .map(indexLead)
    .filter(matches)
    .sort(LEAD_COMPARATORS[sort])
    .map(({ lead }) => lead)
}

describe('the book of leads', () => {
  it('always shows what a reload would show, after any sequence of events', () => {
    fc.assert(
      fc.property(fc.array(somethingHappens, { maxLength: 40 }), (events) => {
        const book = new LeadBook()
        const leads = new Map<string, Lead>()
        let view: LeadView = { sort: 'voucher', filter: 'all', search: '' }
        for (const event of events) {
          if (event.what === 'put') book.put(event.lead)
          if (event.what === 'put') leads.set(event.lead.id, event.lead)
          if (event.what === 'remove') book.remove(event.id)
          if (event.what === 'remove') leads.delete(event.id)
          if (event.what === 'show') view = event.view
          book.show(view)
          if (event.what !== 'replace') continue
          book.replaceAll(event.leads)
          leads.clear()
          for (const lead of event.leads) leads.set(lead.id, lead)
        }
        expect(book.rows.map(({ lead }) => lead)).toEqual(listAgain(leads.values(), view))
        expect(book.size).toBe(leads.size)
      }),
    )
  })

  it.each([
    ['mill', 'contacted', true],
    ['oak', 'contacted', false],
    ['', 'contacted', true],
  ] as const)(
    'knows for "%s" among %s whether the search or the status hides every lead',
    (search, filter, found) => {
      const book = new LeadBook()
      book.put(leadWith({ street_address: '1 Mill Lane', status: 'new' }))
      book.show({ sort: 'voucher', filter, search })
      expect([book.rows, book.isSearchFound]).toEqual([[], found])
    },
  )

  it.each([
    ['high', ['2 High St', '10 High St']],
    ['high 10', ['10 High St']],
    ['10 high', ['10 High St']],
  ])('shows the leads that have all words of the search "%s"', (search, shown) => {
    const book = new LeadBook()
    for (const street_address of ['2 High St', '10 High St', '10 Mill Lane'])
      book.put(leadWith({ id: street_address, street_address }))
    book.show({ sort: 'street', filter: 'all', search })
    expect(book.rows.map(({ lead }) => lead.street_address)).toEqual(shown)
  })

  it('finds the newest version of a lead by its id', () => {
    const book = new LeadBook()
    book.put(leadWith({ id: 'a', status: 'new' }))
    book.put(leadWith({ id: 'a', status: 'contacted' }))
    expect(book.find('a')?.status).toBe('contacted')
    expect(book.find('b')).toBeUndefined()
  })
})
