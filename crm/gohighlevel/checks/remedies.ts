import type { CrmFailure, CrmFailureCode } from '../../port.ts'

const REMEDIES: Record<CrmFailureCode, (scope: string) => string> = {
  auth: () => 'Create a new token under Settings > Private Integrations and put it into GHL_API_TOKEN.',
  scope: (scope) => `Add the scope ${scope} to the Private Integration; the token stays the same.`,
  location: () => 'Set GHL_LOCATION_ID to the id of the sub-account that the token was created in.',
  settings: () => 'Check GHL_BASE_URL; leave it out for GoHighLevel itself.',
  validation: () => 'Check GHL_LOCATION_ID and GHL_PIPELINE_ID.',
  conflict: () => 'Look for the duplicate in GoHighLevel.',
  'not-found': () => 'Check that GHL_LOCATION_ID is the id of an existing sub-account.',
  'rate-limited': () => 'Wait a moment and run this again.',
  'daily-limit': () => 'Wait until the day of GoHighLevel is over; what is queued is sent then.',
  upstream: () => 'GoHighLevel has a problem of its own: run this again later.',
  timeout: () => 'Run this again; if it stays so, check the network and GHL_BASE_URL.',
  network: () => 'Check the network of this server and GHL_BASE_URL.',
}

/** A failure and what somebody can do about it, in plain words. `scope` is the one that the call needed. */
export const withRemedy = (failure: CrmFailure, scope: string) =>
  `${failure.message}${/[.!?…]$/.test(failure.message) ? '' : '.'} ${remedyFor(failure, scope)}`

/** What somebody can do about a failure. */
export const remedyFor = ({ code }: Pick<CrmFailure, 'code'>, scope: string) => REMEDIES[code](scope)
