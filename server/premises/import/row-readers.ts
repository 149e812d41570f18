import { failed, type Result, success } from '#domain/kernel/result.ts'
import { type BdukPremises, bdukColumns, readBdukRow } from '#domain/premises/bduk-release.ts'
import { type RowRefused, refusalOfUprn } from '#domain/premises/cells.ts'
import type { DatasetKind } from '#domain/premises/dataset.ts'
import { findColumns } from '#domain/premises/header.ts'
import { isInAreas } from '#domain/premises/only-areas.ts'
import { pointColumns, readPoint } from '#domain/premises/uprn-point.ts'
import { ownCopy } from './own-copy.ts'

/** Turns a row into its line for COPY. Undefined if the row is in none of the wanted areas. */
export type RowReader = (cells: readonly string[]) => Result<string | undefined, RowRefused>

/** What the rows of one version share. Suppliers and projects are added to `names`, in the order of their numbers. */
export type Loading = { version: number; onlyAreas: ReadonlySet<string>; names: Map<string, number> }

/** Returns the reader for a file with this header. Fails with the names of missing columns. */
export function rowReaderOf(
  kind: DatasetKind,
  header: readonly string[],
  loading: Loading,
): Result<RowReader, string[]> {
  switch (kind) {
    case 'bduk-premises':
      return bdukReader(header, loading)
    case 'supplier-eligible':
      return listReader(header, loading)
    case 'uprn-points':
      return pointReader(header, loading)
  }
}

function bdukReader(header: readonly string[], loading: Loading): Result<RowReader, string[]> {
  const columns = bdukColumns(header)
  if (!columns.ok) return columns
  return success((cells) => {
    const row = readBdukRow(cells, columns.value)
    if (!row.ok) return row
    return success(isInAreas(loading.onlyAreas, row.value) ? premisesLine(row.value, loading) : undefined)
  })
}

/** No cell needs escaping: each has a form without tabs and backslashes, or is the number of a name. */
function premisesLine(row: BdukPremises, { version, names }: Loading): string {
  const numberOf = (name: string) => {
    if (name === '') return NULL
    const known = names.get(name)
    if (known !== undefined) return String(known)
    names.set(ownCopy(name), names.size + 1)
    return String(names.size)
  }
  const supplier = numberOf(row.contractSupplier)
  const others = `${numberOf(row.voucherSupplier)}\t${numberOf(row.voucherProject)}`
  return `${version}\t${row.facts}\t${row.lot || NULL}\t${row.uprn}\t${row.contractUntil || NULL}\t${supplier}\t${others}\t${row.postcode}\t${row.lad || NULL}\n`
}

const NULL = '\\N'

function listReader(header: readonly string[], { version }: Loading): Result<RowReader, string[]> {
  const columns = findColumns(header, ['uprn'])
  if (!columns.ok) return columns
  return success((cells) => {
    const uprn = cells[columns.value.uprn] ?? ''
    const refused = refusalOfUprn(uprn)
    return refused ? failed(refused) : success(`${version}\t${uprn}\n`)
  })
}

function pointReader(header: readonly string[], { version }: Loading): Result<RowReader, string[]> {
  const columns = pointColumns(header)
  if (!columns.ok) return columns
  return success((cells) => {
    const point = readPoint(cells, columns.value)
    if (!point.ok) return point
    const { uprn, lat, lon } = point.value
    return success(`${version}\t${uprn}\t${lat}\t${lon}\n`)
  })
}
