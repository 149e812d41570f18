import { formatWhole } from '../kernel/thousands.ts'
import { ACTIONS, type Action } from './actions.ts'

export const ACTION_NAMES: Record<Action, string> = {
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
  skip: 'Skipped',
  conflict: 'In conflict',
}

/** Returns counts in words: `12 new, 3 changed, 1 skipped`. Leaves out zeros. */
export function countsInWords(counts: Record<Action, number>): string {
  const parts = ACTIONS.filter((action) => counts[action] > 0).map(
    (action) => `${formatWhole(counts[action])} ${ACTION_NAMES[action].toLowerCase()}`,
  )
  return parts.join(', ') || 'no rows'
}
