import { failed, type Result, success } from '../kernel/result.ts'

/** The index of each wanted column in a file; -1 if an optional one is missing. */
export type Columns<Name extends string> = Readonly<Record<Name, number>>

/**
 * Finds columns by name, ignoring case. `aliases` are earlier names of a column. Fails with the names of the needed
 * columns that are missing or occur twice.
 */
export function findColumns<Needed extends string, Optional extends string = never>(
  header: readonly string[],
  needed: readonly Needed[],
  optional: readonly Optional[] = [],
  aliases: Readonly<Record<string, string>> = {},
): Result<Columns<Needed | Optional>, string[]> {
  const names = header.map((name) => name.trim().toLowerCase())
  const indexOf = (name: string) => {
    const index = names.indexOf(name)
    return index >= 0 || !aliases[name] ? index : names.indexOf(aliases[name])
  }
  const isThere = (name: string) => indexOf(name) >= 0 && names.indexOf(name) === names.lastIndexOf(name)
  const missing = needed.filter((name) => !isThere(name))
  if (missing.length > 0) return failed(missing)
  const found = [...needed, ...optional].map((name) => [name, indexOf(name)])
  return success(Object.fromEntries(found) as Columns<Needed | Optional>)
}
