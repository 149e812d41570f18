import { expect, it } from 'vitest'
import { bdukColumns, readBdukRow } from './bduk-release.ts'
import { decodeFacts } from './facts.ts'

const HEADER =
  'uprn,struprn,bduk_recognised_premises,country,postcode,lot_id,lot_name,subsidy_control_status,current_gigabit,future_gigabit,local_authority_district_ons_code,local_authority_district_ons,region_ons_code,region_ons,bduk_gis,bduk_gis_contract_scope,bduk_gis_final_coverage_date,bduk_gis_contract_name,bduk_gis_supplier,bduk_vouchers,bduk_vouchers_contract_name,bduk_vouchers_supplier,bduk_superfast,bduk_superfast_contract_name,bduk_superfast_supplier,bduk_hubs,bduk_hubs_contract_name,bduk_hubs_supplier'.split(
    ',',
  )
const HEADER_2024 =
  'UPRN,struprn,bduk_recognised_premises,Country,postcode,lot_id,lot_name,subsidy_control_status,current_gigabit,future_gigabit,local_authority_district_ons_code,local_authority_district_ons,region_ons_code,region_ons,bduk_gis,bduk_gis_contract_scope,gis_final_coverage_date,bduk_vouchers,bduk_superfast,bduk_hubs,supplier,contract_name'.split(
    ',',
  )

const WHITE = {
  uprn: '1',
  bduk_recognised_premises: 'true',
  country: 'Wales',
  postcode: 'LL79 1AB',
  lot_id: '42',
  subsidy_control_status: 'Gigabit White',
  current_gigabit: 'false',
  future_gigabit: 'false',
  local_authority_district_ons_code: 'W06000001',
  bduk_gis: 'false',
  bduk_vouchers: 'false',
}

function read(given: Record<string, string>, header = HEADER) {
  const columns = bdukColumns(header)
  if (!columns.ok) throw new Error(columns.failure.join())
  const cells: Record<string, string> = { ...WHITE, ...given }
  return readBdukRow(
    header.map((name) => cells[name.toLowerCase()] ?? ''),
    columns.value,
  )
}

it('reads a premises without gigabit', () => {
  const row = read({})
  expect(row).toMatchObject({
    ok: true,
    value: { uprn: '1', postcode: 'LL79 1AB', lot: '42', lad: 'W06000001' },
  })
  expect(row.ok && decodeFacts(row.value.facts)).toEqual({
    status: 'white',
    recognised: true,
    currentGigabit: false,
    futureGigabit: false,
    contract: 'none',
    voucherProject: false,
  })
})

it('reads contract, supplier and date, and a voucher project', () => {
  const row = read({
    bduk_gis: 'true',
    bduk_gis_contract_scope: 'Deferred',
    bduk_gis_supplier: 'Openreach Limited',
    bduk_gis_final_coverage_date: '2031-09-30',
    bduk_vouchers: 'true',
    bduk_vouchers_contract_name: 'OR12091',
    bduk_vouchers_supplier: 'Village Fibre',
  })
  expect(row).toMatchObject({
    value: {
      contractSupplier: 'Openreach Limited',
      contractUntil: '2031-09-30',
      voucherProject: 'OR12091',
      voucherSupplier: 'Village Fibre',
    },
  })
  expect(row.ok && decodeFacts(row.value.facts)).toMatchObject({ contract: 'deferred', voucherProject: true })
})

it('reads the release of September 2024, which has 22 columns and one supplier', () => {
  const row = read(
    { bduk_gis: 'true', supplier: 'Airband', gis_final_coverage_date: '2027-03-31', contract_name: 'Lot 6' },
    HEADER_2024,
  )
  expect(row).toMatchObject({
    ok: true,
    value: {
      contractSupplier: 'Airband',
      contractUntil: '2027-03-31',
      voucherSupplier: '',
      voucherProject: '',
    },
  })
})

it('names the columns that a file lacks or has twice', () => {
  const without = HEADER.filter((name) => name !== 'postcode' && name !== 'bduk_gis')
  expect(bdukColumns(without)).toEqual({ ok: false, failure: ['postcode', 'bduk_gis'] })
  expect(bdukColumns([...HEADER, 'UPRN'])).toEqual({ ok: false, failure: ['uprn'] })
})

it.each([
  [
    { uprn: '1.00091E+11' },
    'Excel shortened the UPRN 1.00091E+11; format the column as text and save it again',
  ],
  [{ uprn: '' }, 'uprn is not 1 to 12 digits: empty'],
  [{ uprn: '1234567890123' }, "uprn is not 1 to 12 digits: '1234567890123'"],
  [{ current_gigabit: 'unknown' }, "current_gigabit is neither true nor false, in lower case: 'unknown'"],
  [
    { bduk_recognised_premises: 'TRUE' },
    "bduk_recognised_premises is neither true nor false, in lower case: 'TRUE'",
  ],
  [{ bduk_gis_contract_scope: 'Maybe' }, "bduk_gis_contract_scope is not a known scope: 'Maybe'"],
  [{ postcode: 'LL791AB' }, "postcode is not a postcode: 'LL791AB'"],
  [{ lot_id: 'six' }, "lot_id is not a lot: 'six'"],
  [
    { bduk_gis_final_coverage_date: '2031-02-30' },
    "bduk_gis_final_coverage_date is not a date such as 2031-09-30: '2031-02-30'",
  ],
  [{ country: 'Scotland' }, "country is neither England nor Wales: 'Scotland'"],
  [{ subsidy_control_status: '' }, 'subsidy_control_status is empty'],
  [
    { bduk_gis_supplier: 'x'.repeat(201) },
    `bduk_gis_supplier is longer than 200 characters: '${'x'.repeat(40)}…'`,
  ],
])('refuses a row with %j', (given, reason) => {
  expect(read(given)).toEqual({ ok: false, failure: { reason } })
})

it('refuses the whole file at a status that BDUK has not used before', () => {
  expect(read({ subsidy_control_status: 'Gigabit Blue' })).toEqual({
    ok: false,
    failure: { reason: "subsidy_control_status has a new word: 'Gigabit Blue'", isNewWord: true },
  })
})
