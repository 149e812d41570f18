import { expect, it } from 'vitest'
import { readArea } from './area-entry.ts'

const TODAY = '2026-11-25'
const GIVEN = {
  area: 'E06000066',
  name: 'Somerset',
  state: 'open',
  open_from: '2026-10-01',
  open_to: '',
  max_voucher: '4500',
  source_url: 'https://www.gov.uk/guidance/vouchers',
  checked_on: TODAY,
  note: '',
}

it('reads an area as it was entered; an empty text is not known', () => {
  expect(readArea({ ...GIVEN, name: ' Somerset ' }, TODAY)).toEqual({
    ok: true,
    value: { ...GIVEN, open_to: null, max_voucher: 4_500 },
  })
})

it.each([
  [{ area: 'Somerset' }, "area is neither a district (E06000066) nor a lot (lot 6): 'Somerset'"],
  [{ name: ' ' }, 'name must have 1 to 300 characters'],
  [{ state: 'maybe' }, "state is not open, closed or unknown: 'maybe'"],
  [{ open_to: 'soon' }, "open_to is not a date such as 2026-11-25: 'soon'"],
  [{ open_to: '2026-09-01' }, 'open_from is after open_to'],
  [{ max_voucher: '£4,500' }, "max_voucher is not whole pounds up to 100000: '£4,500'"],
  [{ source_url: 'gov.uk' }, "source_url is not an address that starts with https:// or http://: 'gov.uk'"],
  [{ note: 'x'.repeat(301) }, 'note has more than 300 characters'],
  [{ checked_on: '2026-11-26' }, "checked_on is not a date up to today, such as 2026-11-25: '2026-11-26'"],
])('refuses %j', (given, reason) => {
  expect(readArea({ ...GIVEN, ...given }, TODAY)).toEqual({
    ok: false,
    failure: { column: reason.split(' ', 1)[0], reason },
  })
})
