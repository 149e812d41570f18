import { describe, expect, test } from 'vitest'
import { EXPORT_COLUMNS } from './fields.ts'
import { matchColumns, readColumns } from './match-columns.ts'

describe('the columns of a lead file', () => {
  test('are found by our own names, except for times that the server sets', () => {
    const columns = matchColumns(EXPORT_COLUMNS)
    expect(EXPORT_COLUMNS.filter((name, place) => columns[place] !== name)).toEqual([
      'created_at',
      'updated_at',
    ])
  })

  test("are found in GoHighLevel's export", () => {
    const header = [
      'Contact Id',
      'First Name',
      'Last Name',
      'Phone',
      'Email',
      'Created',
      'Tags',
      'Street Address',
      'City',
      'Postal Code',
      'Voucher value',
    ]
    expect(matchColumns(header)).toEqual([
      'crm_contact_id',
      'first_name',
      'last_name',
      'contact_phone',
      'contact_email',
      null,
      null,
      'street_address',
      'area',
      'postcode',
      'voucher_value',
    ])
  })

  test('are found by common names, with the better name first and each field once', () => {
    expect(
      matchColumns(['Address', 'Address 1', 'Address Line 2', 'Town', 'Post code', 'POSTCODE', 'Lat', 'Lng']),
    ).toEqual([null, 'street_address', 'address_line_2', 'area', 'postcode', null, 'lat', 'lon'])
  })

  test('can be set by hand', () => {
    expect(readColumns('street_address,, postcode')).toEqual({
      ok: true,
      value: ['street_address', null, 'postcode'],
    })
    expect(readColumns('postcode,postcode')).toEqual({
      ok: false,
      failure: 'Two columns are set to postcode.',
    })
    expect(readColumns('colour')).toEqual({ ok: false, failure: 'There is no field colour.' })
  })
})
