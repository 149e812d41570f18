import type { VoucherArea } from '#domain/premises/area.ts'
import type { AreaEntry } from '#domain/premises/area-entry.ts'
import type { ActiveData } from '#domain/premises/premises.ts'
import { encodeSlice, type SliceDetails, type SliceRow } from '#protocol/premises-slice.ts'
import type { StoredPremises } from './premises.queries.ts'

type Stored = {
  data: ActiveData
  areas: readonly AreaEntry[]
  premises: readonly StoredPremises[]
  /** The UPRNs that the supplier's list has but BDUK's data lacks. */
  onlyListed: readonly string[]
  /** The starts of the postcodes for which `premises` is complete. */
  covers: readonly string[]
}

/** Packs stored premises with the areas and names that they use, each once. */
export function sliceOf({ data, areas, premises, onlyListed, covers }: Stored): Uint8Array {
  const placeOfArea = new Map(areas.map(({ area }, place) => [area, place]))
  const details = new Map<string, number>()

  function placeOfDetails(one: SliceDetails): number | null {
    if (!one.contract && !one.project) return null
    const key = JSON.stringify(one)
    const place = details.get(key) ?? details.size
    details.set(key, place)
    return place
  }

  const rows: SliceRow[] = premises.map((one) => ({
    uprn: Number(one.uprn),
    postcode: one.postcode,
    facts: one.facts,
    // If both are there, the district wins because it is smaller.
    area: placeOfArea.get(one.lad ?? '') ?? placeOfArea.get(`lot ${one.lot}`) ?? null,
    details: placeOfDetails(detailsOf(one)),
    isListed: one.is_listed,
  }))
  const listed = onlyListed.map((uprn) => ({ ...ONLY_LISTED, uprn: Number(uprn) }))
  const head = {
    data,
    areas: areas.map(voucherAreaOf),
    details: [...details.keys()].map((key) => JSON.parse(key) as SliceDetails),
    covers,
  }
  return encodeSlice(head, [...rows, ...listed])
}

const ONLY_LISTED = { postcode: '', facts: null, area: null, details: null, isListed: true } as const

function detailsOf(one: StoredPremises): SliceDetails {
  const { contract_supplier: supplier, contract_until: until, voucher_project, voucher_supplier } = one
  return {
    contract: supplier || until ? { supplier, until } : null,
    project:
      voucher_project || voucher_supplier ? { name: voucher_project, supplier: voucher_supplier } : null,
  }
}

const voucherAreaOf = (area: AreaEntry): VoucherArea => ({
  name: area.name,
  state: area.state,
  openFrom: area.open_from,
  openTo: area.open_to,
  maxVoucher: area.max_voucher,
  checkedOn: area.checked_on,
  sourceUrl: area.source_url || null,
})
