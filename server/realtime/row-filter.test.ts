import { describe, expect, it } from 'vitest'
import { LEADS, OPPORTUNITIES } from '../postgrest/catalogue.ts'
import { readRowFilter } from './row-filter.ts'

const LEAD = {
  id: 'd2c5a0de-0000-4000-8000-00000000abcd',
  street_address: '2 High St, "Riverside"',
  household_size: 3,
  voucher_value: '1500.5',
  status: 'new',
  priority: null,
  area: 'Ludlow',
  created_at: '2026-01-02T03:04:05.678Z',
}
const SALE = { total_value: 1294.1, eligibility_status: true, eligibility_scheme: null }

function passes(filter: string, table = LEADS, row: Record<string, unknown> = LEAD): boolean | string {
  const test = readRowFilter(table, filter)
  return test.ok ? test.value(row) : test.failure.sentence
}

describe('a filter of changes', () => {
  it.each([
    'status=eq.new',
    'status=neq.sold',
    'status=in.(new,contacted)',
    'status=not.eq.sold',
    'status=not.in.(sold,lost)',
    'street_address=eq."2 High St, \\"Riverside\\""',
    'street_address=in.("2 High St, \\"Riverside\\"",other)',
    'street_address=gt.2 High',
    'id=eq.D2C5A0DE-0000-4000-8000-00000000ABCD',
    'household_size=gt.2,household_size=lt.4',
    'household_size=gte.3,household_size=lte.3',
    'household_size=in.(1, 2, 3)',
    'voucher_value=eq.1500.50',
    'voucher_value=gt.999',
    'voucher_value=gt.1e1',
    'voucher_value=gt..5',
    'voucher_value=lt. 2e3 ',
    'created_at=gte.2026-01-02',
    'created_at=gte.2026-01-01 00:00:00',
    'created_at=lt."2026-01-03 00:00:00+00"',
    'created_at=eq.2026-01-02T04:04:05.678+01:00',
    'created_at=eq.2026-01-02T03:04:05.678',
    'priority=is.null',
    'area=not.is.null',
    'priority=isdistinct.low',
    'area=isdistinct.null',
    'priority=not.isdistinct.null',
  ])('passes the row with %s', (filter) => expect(passes(filter)).toBe(true))

  it.each([
    'status=eq.New',
    'status=neq.new',
    'household_size=lt.3',
    'household_size=gt.10',
    'voucher_value=eq.1500.50000000000000000001',
    'created_at=lt.2026-01-02',
    'status=eq.new,area=eq.Hereford',
    'area=is.null',
    'area=isdistinct.Ludlow',
    'priority=isdistinct.null',
  ])('rejects the row with %s', (filter) => expect(passes(filter)).toBe(false))

  it.each(['priority=eq.low', 'priority=neq.low', 'priority=not.eq.low', 'priority=not.in.(low)'])(
    'rejects a null with %s, as SQL does',
    (filter) => expect(passes(filter)).toBe(false),
  )

  it('compares amounts and booleans of opportunities', () => {
    const sees = (filter: string) => passes(filter, OPPORTUNITIES, SALE)
    expect(sees('total_value=eq.1294.10,eligibility_status=eq.true,eligibility_status=is.true')).toBe(true)
    expect(sees('eligibility_status=is.false')).toBe(false)
    expect(sees('eligibility_status=not.is.false')).toBe(true)
    expect(sees('eligibility_status=is.unknown')).toBe(false)
  })

  it.each([
    ['status', 'Cannot read the condition status'],
    ['status=new', 'Cannot read the condition status=new'],
    ['status=in.(new', 'Cannot read the filter status=in.(new'],
    ['status=in.new', 'Cannot read the list new'],
    ['colour=eq.red', 'leads has no column colour.'],
    ['household_size=eq.three', 'The column household_size takes integer.'],
    ['household_size=is.true', 'The column household_size cannot be compared with is.true'],
    [
      `household_size=in.(${Array.from({ length: 101 }).fill(1)})`,
      'A list of in.( ) has at most 100 values.',
    ],
    ['status=like.n*', expect.stringContaining('but not by like.')],
  ])('refuses %s with a sentence', (filter, sentence) => expect(passes(filter)).toEqual(sentence))

  it('refuses to compare the signature, which changes do not carry', () => {
    expect(passes('contract_signature=eq.x', OPPORTUNITIES)).toBe(
      'Changes have no column contract_signature.',
    )
  })
})
