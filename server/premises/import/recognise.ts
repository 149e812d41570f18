import path from 'node:path'
import { shown } from '#domain/premises/cells.ts'
import { type DatasetKind, type Month, monthInName } from '#domain/premises/dataset.ts'
import { NotDone } from '../../backup/not-done.ts'
import type { ExaminedFile } from './examine-file.ts'

/** The kinds of files. */
export type FileKind = DatasetKind | 'voucher-areas'

/** The columns that show the kind of a file. A supplier's list has no fixed form. */
const MARKS: readonly [FileKind, readonly string[]][] = [
  ['bduk-premises', ['uprn', 'subsidy_control_status']],
  ['uprn-points', ['uprn', 'latitude', 'longitude']],
  ['voucher-areas', ['area', 'state', 'checked_on']],
]

/** Returns the kind of the files by their headers, which must agree. Throws `NotDone`. */
export function kindOfFiles(files: readonly ExaminedFile[]): FileKind {
  const kinds = new Set(files.map(kindOfFile))
  const [kind, ...others] = kinds
  if (kind === undefined || others.length > 0)
    throw new NotDone(
      `These files are of several kinds: ${[...kinds].join(', ')}. Import one kind at a time.`,
    )
  return kind
}

function kindOfFile({ name, header }: ExaminedFile): FileKind {
  const [found] = MARKS.find(([, columns]) => columns.every((column) => header.includes(column))) ?? []
  if (found) return found
  throw new NotDone(
    `The header of ${name} does not show what it is: ${shown(header.join(', '))}. Add --kind=bduk-premises, supplier-eligible, uprn-points or voucher-areas. Cells must be separated by commas, semicolons or TAB.`,
  )
}

/**
 * Returns the month of the data, either given or from the names of the files. It is never guessed from anything else.
 * Throws `NotDone`.
 */
export function monthOfFiles(
  kind: DatasetKind,
  files: readonly Pick<ExaminedFile, 'path'>[],
  given: Month | undefined,
): Month {
  const named = files.map((file) => monthInName(kind, path.basename(file.path)))
  const months = new Set([...named.filter((month) => month !== undefined), ...(given ? [given] : [])])
  const [month, ...others] = months
  if (others.length > 0)
    throw new NotDone(
      `These files are of several months: ${[...months].join(', ')}. Import one month at a time.`,
    )
  if (month === undefined || (given === undefined && named.includes(undefined)))
    throw new NotDone('The name of a file does not give the month of its data. Add --month=YYYY-MM.')
  return month
}
