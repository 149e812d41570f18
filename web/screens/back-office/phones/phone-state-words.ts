import type { PhoneListed } from '#protocol/phones.ts'
import { londonMoment } from '../sale/london-moment.ts'

/**
 * Returns what the office has done to an enrolled phone, and since when. Undefined if the phone may sell or was never
 * enrolled.
 */
export function stateInWords({ state, state_since }: Pick<PhoneListed, 'state' | 'state_since'>) {
  const since = state_since === null ? '' : ` ${londonMoment(state_since)}`
  if (state === 'suspended') return `Suspended since${since}`
  if (state === 'wiping') return `Wipe requested${since}, not confirmed yet`
  if (state === 'wiped') return `Wiped${since}`
  return undefined
}
