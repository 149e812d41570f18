import { failed, type Result, success } from '../kernel/result.ts'
import { type RowRefused, refusalOfUprn, shown } from './cells.ts'
import { type Columns, findColumns } from './header.ts'

/** One row of OS Open UPRN; latitude and longitude in degrees (WGS 84), as the file writes them. */
export type UprnPoint = { uprn: string; lat: string; lon: string }

const NEEDED = ['uprn', 'latitude', 'longitude'] as const
export type PointColumns = Columns<(typeof NEEDED)[number]>

/** Finds the columns of OS Open UPRN. Fails with those that are missing. */
export const pointColumns = (header: readonly string[]): Result<PointColumns, string[]> =>
  findColumns(header, NEEDED)

const DEGREES = /^-?\d{1,3}(\.\d{1,20})?$/
/** Great Britain with its islands. */
const LATITUDES = [49, 61.5] as const
const LONGITUDES = [-9, 2.5] as const

/** Reads one row; a point outside Great Britain is refused. */
export function readPoint(cells: readonly string[], columns: PointColumns): Result<UprnPoint, RowRefused> {
  const [uprn = '', lat = '', lon = ''] = NEEDED.map((name) => cells[columns[name]])
  const refused = refusalOfUprn(uprn)
  if (refused) return failed(refused)
  if (!isWithin(lat, LATITUDES)) return failed({ reason: `latitude is not in Great Britain: ${shown(lat)}` })
  if (!isWithin(lon, LONGITUDES))
    return failed({ reason: `longitude is not in Great Britain: ${shown(lon)}` })
  return success({ uprn, lat, lon })
}

const isWithin = (text: string, [from, to]: readonly [number, number]) =>
  DEGREES.test(text) && Number(text) >= from && Number(text) <= to
