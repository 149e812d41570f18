import { describe, expect, test } from 'vitest'
import { knownLead, planRows } from './leads.testing.ts'

const [ANNE, BEN] = ['aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002']
const MILL = { street_address: '12 Mill Lane', postcode: 'LL79 1AB' }
const anne = knownLead(ANNE, {
  ...MILL,
  contact_name: 'Anne Hill',
  uprn: '100091234567',
  crm_contact_id: 'c1',
})
const ben = knownLead(BEN, { street_address: '14 Mill Lane', postcode: 'LL79 1AB', uprn: '200' })

describe('a row of a lead file', () => {
  test('creates a lead with its values as they are stored', () => {
    const row = {
      ...MILL,
      postcode: 'll791ab',
      voucher_value: '£1,500',
      uprn_text: 'uprn0042',
      status: 'Contacted',
    }
    expect(planRows([row])).toMatchObject([
      {
        line: 2,
        action: 'create',
        lead: { ...MILL, voucher_value: '1500', uprn: '42', status: 'contacted', id: '' },
      },
    ])
  })

  test('joins the two lines of an address and the two names', () => {
    const row = { street_address: 'Flat 2', address_line_2: '10 High Street', postcode: 'LL79 1AB' }
    expect(planRows([{ ...row, first_name: 'Mara', last_name: 'Quill' }])).toMatchObject([
      { lead: { street_address: 'Flat 2, 10 High Street', contact_name: 'Mara Quill' } },
    ])
  })

  test.each([
    ['its id', { id: ANNE.toUpperCase(), contact_name: 'Anne Dale' }],
    ['its CRM contact', { crm_contact_id: 'c1', contact_name: 'Anne Dale' }],
    ['its UPRN', { uprn: '100091234567', contact_name: 'Anne Dale' }],
    [
      'another spelling of its address',
      { street_address: '12 MILL LN.', postcode: 'll791ab', contact_name: 'Anne Dale' },
    ],
  ])('finds its lead by %s', (_key, row) => {
    expect(planRows([row], [anne, ben])).toMatchObject([
      {
        action: 'update',
        lead: { id: ANNE },
        changes: expect.arrayContaining([{ field: 'contact_name', from: 'Anne Hill', to: 'Anne Dale' }]),
      },
    ])
  })

  test('never overwrites with a blank, and leaves the status of a lead alone', () => {
    const row = { id: ANNE, contact_name: '', status: 'closed-won', uprn: '100091234567' }
    expect(planRows([row], [anne])).toEqual([{ line: 2, action: 'unchanged', lead: anne }])
  })

  test('does not treat another spelling of a value as a change', () => {
    const stored = knownLead(ANNE, { ...MILL, postcode: 'LL791AB', voucher_value: '1500' })
    expect(planRows([{ id: ANNE, postcode: 'll79 1ab', voucher_value: '1,500.00' }], [stored])).toMatchObject(
      [{ action: 'unchanged' }],
    )
  })

  test.each([
    ['keys of two leads', { uprn: '200', ...MILL }, 'Its UPRN and its address belong to different leads'],
    ['another contact', { ...MILL, crm_contact_id: 'c9' }, 'The lead of this door has another CRM contact'],
    ['another UPRN at the address', { ...MILL, uprn: '999' }, 'The lead at this address has another UPRN'],
  ])('is in conflict if it has %s', (_what, row, reason) => {
    expect(planRows([row], [anne, ben])).toEqual([{ line: 2, action: 'conflict', reason }])
  })

  test('is in conflict if several leads are at its address, unless it names one', () => {
    const twin = knownLead(BEN, MILL)
    expect(planRows([MILL, { ...MILL, id: BEN }], [anne, twin])).toMatchObject([
      { action: 'conflict', reason: 'Several leads have this address' },
      { action: 'unchanged', lead: { id: BEN } },
    ])
  })

  test.each([
    ['new', [MILL, { street_address: '12 Mill Ln', postcode: 'LL791AB', uprn: '7' }], []],
    ['stored', [{ id: ANNE, notes: 'Dog' }, MILL], [anne]],
  ])('is in conflict if an earlier row is for the same %s door', (_what, rows, known) => {
    expect(planRows(rows, known)[1]).toMatchObject({
      action: 'conflict',
      reason: expect.stringContaining('same door as line 2'),
    })
  })

  test('has the same plan if the rows above it have been applied meanwhile', () => {
    const rows = [
      { ...MILL, uprn: '7' },
      { uprn: '7', street_address: '1 Elm Row', postcode: 'LL79 1AB' },
    ]
    const [first, second] = planRows(rows)
    const applied = knownLead(ANNE, { ...MILL, uprn: '7' })
    expect(first).toMatchObject({ action: 'create' })
    expect(planRows(rows, [applied])).toEqual([{ line: 2, action: 'unchanged', lead: applied }, second])
  })

  test('is skipped if its door is on the do-not-knock register, unless it changes nothing', () => {
    const registered = () => true
    const rows = [
      { street_address: '1 Elm Row', postcode: 'LL79 1AB' },
      { id: ANNE, notes: 'Dog' },
      { id: BEN },
    ]
    expect(planRows(rows, [anne, ben], registered)).toMatchObject([
      { action: 'skip', reason: 'On the do-not-knock register' },
      { action: 'skip', reason: 'On the do-not-knock register' },
      { action: 'unchanged' },
    ])
  })

  test.each([
    [{ ...MILL, uprn: '1.00091E+11' }, 'UPRN: Excel shortened this number; format the column as text'],
    [{ ...MILL, uprn: '1234567890123' }, 'UPRN: A UPRN has 1 to 12 digits'],
    [{ ...MILL, uprn: '7', uprn_text: 'uprn8' }, 'UPRN: The two UPRNs of the row differ'],
    [{ ...MILL, id: '17' }, 'id: not an id of Doorstep'],
    [{ ...MILL, postcode: 'LL7' }, 'Postcode: not a UK postcode'],
    [{ ...MILL, postcode: '' }, 'Postcode: missing'],
    [{ postcode: 'LL79 1AB' }, 'Address: missing'],
    [{ ...MILL, street_address: '--' }, 'Address: no address'],
    [{ ...MILL, voucher_value: 'lots' }, 'Voucher: not an amount in pounds up to 99999999'],
    [{ ...MILL, voucher_value: '-5' }, 'Voucher: not an amount in pounds up to 99999999'],
    [{ ...MILL, voucher_value: '1500,50' }, 'Voucher: not an amount in pounds up to 99999999'],
    [{ ...MILL, voucher_value: '1.500' }, 'Voucher: not an amount in pounds up to 99999999'],
    [{ ...MILL, household_size: '2.5' }, 'Household size: not a whole number up to 1000'],
    [{ ...MILL, priority: 'urgent' }, 'Priority: not one of high, medium, low'],
    [{ ...MILL, area: 'x'.repeat(301) }, 'Area: longer than 300 characters'],
    [{ ...MILL, lat: '53.3' }, 'Latitude and longitude belong together'],
    [{ ...MILL, lat: '40.7', lon: '-4' }, 'Latitude: not in Great Britain'],
    [{ ...MILL, lat: '53.3', lon: '74' }, 'Longitude: not in Great Britain'],
    [{ ...MILL, notes: 'a\0b' }, 'Notes: not readable as text'],
  ])('is skipped with a reason: %j', (row, reason) => {
    expect(planRows([row])).toEqual([{ line: 2, action: 'skip', reason }])
  })

  test('uses the text form of a UPRN that a spreadsheet shortened', () => {
    expect(planRows([{ ...MILL, uprn: '1.00091E+11', uprn_text: 'uprn100091234567' }])).toMatchObject([
      { action: 'create', lead: { uprn: '100091234567' } },
    ])
  })
})
