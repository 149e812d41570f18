import { STATUS_NAMES } from '#domain/opportunity/status-names.ts'
import type { SyncLogEntry } from '#protocol/tables.ts'

type Entry = Pick<SyncLogEntry, 'operation' | 'status' | 'message'>

/** The words for an operation that succeeded, and for one that failed. */
const WORDS: Record<string, { done: string; failed: string }> = {
  sync_leads: { done: 'Leads synced', failed: 'Leads not synced' },
  create_opportunity: { done: 'Sale created', failed: 'Sale not created' },
  update_opportunity: { done: 'Sale updated', failed: 'Sale not updated' },
  check_credentials: { done: 'Credentials checked', failed: 'Credentials checked' },
  diagnostics: { done: 'Diagnostics run', failed: 'Diagnostics run' },
  crm_event: { done: 'Change received from the CRM', failed: 'Change from the CRM not applied' },
  crm_poll: { done: 'CRM checked for changes', failed: 'CRM checked for changes' },
}

const NAMES: Record<string, string> = STATUS_NAMES

/** Returns what happened in plain words, with the status that a push set, such as `Sale updated (won)`. */
export function describeEntry({ operation, status, message }: Entry): string {
  const words = WORDS[operation]
  if (!words) return operation
  if (status === 'error') return words.failed
  const name = message === null ? undefined : NAMES[message]
  return name ? `${words.done} (${name.toLowerCase()})` : words.done
}

/** Returns the result: the message of a failure or a sync, otherwise `Done`. */
export const resultOf = ({ status, message }: Entry): string =>
  status === 'error' || (message !== null && NAMES[message] === undefined) ? (message ?? 'Failed') : 'Done'
