import type { AreaEntry } from '#domain/premises/area-entry.ts'
import type { DatasetKind } from '#domain/premises/dataset.ts'

export const KIND_NAMES: Record<DatasetKind, string> = {
  'bduk-premises': 'BDUK premises',
  'supplier-eligible': 'Supplier’s list',
  'uprn-points': 'Map points (OS Open UPRN)',
}

export const AREA_STATE_NAMES: Record<AreaEntry['state'], string> = {
  open: 'Open',
  closed: 'Closed',
  unknown: 'Not known',
}
