import type { ColumnType, Generated } from 'kysely'
import type { AreaEntry } from '#domain/premises/area-entry.ts'
import type { DatasetKind, DatasetState, Month } from '#domain/premises/dataset.ts'
import type { DatasetFile } from '#protocol/premises-data.ts'
import type { Moment, MomentOrNull } from './column-types.ts'

export type DatasetVersionRow = {
  id: Generated<number>
  kind: DatasetKind
  observed_month: Month
  source: string
  source_url: string
  licence: string
  attribution: string
  sha256: string
  only_areas: string[]
  /** Written as JSON text. */
  files: ColumnType<DatasetFile[], string | undefined, string>
  rows: Generated<number>
  refused: Generated<number>
  state: Generated<DatasetState>
  leased_until: MomentOrNull
  imported_at: MomentOrNull
  read_percent: Generated<number>
  placed_up_to: string | null
  placed_at: MomentOrNull
}

export type PremisesRow = {
  version: number
  facts: number
  lot: number | null
  uprn: number
  contract_until: string | null
  contract_supplier: number | null
  voucher_supplier: number | null
  voucher_project: number | null
  postcode: string
  lad: string | null
}

export type VoucherAreaRow = AreaEntry & { updated_at: Moment }
