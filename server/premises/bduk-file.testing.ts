/** The header of BDUK's file since January 2025. */
export const BDUK_HEADER =
  'uprn,struprn,bduk_recognised_premises,country,postcode,lot_id,lot_name,subsidy_control_status,current_gigabit,future_gigabit,local_authority_district_ons_code,local_authority_district_ons,region_ons_code,region_ons,bduk_gis,bduk_gis_contract_scope,bduk_gis_final_coverage_date,bduk_gis_contract_name,bduk_gis_supplier,bduk_vouchers,bduk_vouchers_contract_name,bduk_vouchers_supplier,bduk_superfast,bduk_superfast_contract_name,bduk_superfast_supplier,bduk_hubs,bduk_hubs_contract_name,bduk_hubs_supplier'

const STATUSES = ['Gigabit White', 'Gigabit Grey/Black', 'Gigabit Grey/Black', 'Gigabit Under Review']
const DISTRICTS = ['LL79', 'CA29', 'TD16']
const LETTERS = 'ABDEFGHJLNPQRSTUWXYZ'

/**
 * Returns the nth made-up premises as BDUK writes it, in a postcode district that was never issued. Some 20 share a
 * postcode.
 */
export function bdukRow(n: number): string {
  const status = STATUSES[n % 4]
  const postcode = Math.floor(n / 20)
  const inward = `${Math.floor(postcode / 400) % 10}${LETTERS[Math.floor(postcode / 20) % 20]}${LETTERS[postcode % 20]}`
  const contract =
    n % 11 === 0
      ? 'true,Initial,2031-09-30,"CO3 North Herefordshire, North Wales",Openreach Limited'
      : 'false,,,,'
  const vouchers = n % 29 === 0 ? `true,OR${n % 900},Village Fibre ${n % 40}` : 'false,,'
  return `${n},str${n},${n % 50 !== 0},Wales,${DISTRICTS[n % 3]} ${inward},${n % 45},"Wales, North",${status},${n % 4 === 1},${n % 4 === 2},W060000${10 + (n % 22)},"Kingston upon Hull, City of",W99999999,Wales,${contract},${vouchers},false,,,false,,`
}

/** Returns a file with this many premises, numbered from 1. */
export const bdukFile = (rows: number): string =>
  `${[BDUK_HEADER, ...Array.from({ length: rows }, (_, index) => bdukRow(index + 1))].join('\n')}\n`
