import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { type Columns, readColumns } from '#domain/lead-files/match-columns.ts'

const KEY = 'doorstep:lead-columns'
/** How many headers are remembered, latest first. */
const MAX_KEPT = 20

type Kept = Record<string, string>

/** Returns the columns that a person chose for a file with this header. */
export function findKeptColumns(header: readonly string[]): Columns | undefined {
  const columns = readColumns(readKept()[nameOf(header)] ?? 'none')
  return columns.ok ? columns.value : undefined
}

/** Remembers the columns of a header, or forgets them if they are undefined. */
export function keepColumns(header: readonly string[], columns: Columns | undefined): void {
  const { [nameOf(header)]: _former, ...others } = readKept()
  const latest = columns ? { [nameOf(header)]: columns.map((field) => field ?? '').join(',') } : {}
  const kept = Object.entries({ ...latest, ...others }).slice(0, MAX_KEPT)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // If storage is full, the columns must be chosen again next time.
  }
}

const nameOf = (header: readonly string[]) => JSON.stringify(header)

function readKept(): Kept {
  try {
    const kept = parseJson(localStorage.getItem(KEY) ?? '')
    return isObject<Kept>(kept) ? kept : {}
  } catch {
    return {}
  }
}
