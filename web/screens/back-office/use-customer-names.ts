import { isList } from '#domain/kernel/parse-json.ts'
import type { SyncLogEntry } from '#protocol/tables.ts'
import { useRead } from './use-read.ts'

type Named = { session_id: string; customer_name: string | null }

/**
 * Returns the customers' names by session id. The sync log holds no personal data itself, so a name is missing if its
 * sale has been erased. Undefined until the first answer.
 */
export function useCustomerNames(
  entries: readonly SyncLogEntry[],
): ReadonlyMap<string, string | null> | undefined {
  const sessionIds = new Set(entries.flatMap(({ session_id }) => session_id ?? []))
  // A corrected name is pushed again, and that push is a new entry.
  const version = String(entries[0]?.id)
  const { value, problem } = useRead(namesPath([...sessionIds].sort()), isList<Named>, version)
  const named = value ?? (sessionIds.size === 0 || problem !== undefined ? [] : undefined)
  return named && new Map(named.map(({ session_id, customer_name }) => [session_id, customer_name]))
}

/** Returns undefined if there is no sale to read. */
function namesPath(sessionIds: readonly string[]): string | undefined {
  if (sessionIds.length === 0) return undefined
  const quoted = sessionIds.map((id) => `"${id.replace(/["\\]/g, '\\$&')}"`)
  const chosen = encodeURIComponent(`in.(${quoted})`)
  return `/rest/v1/opportunities?select=session_id,customer_name&session_id=${chosen}`
}
