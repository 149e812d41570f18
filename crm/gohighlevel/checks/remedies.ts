import type { CrmFailure, CrmFailureCode } from '../../port.ts'

const REMEDIES: Record<CrmFailureCode, (scope: string) => string> = {
  auth: () => 'Create a new token under Settings > Private Integrations and set GHL_API_TOKEN to it.',
  scope: (scope) => `Add the scope ${scope} to the Private Integration; the token stays the same.`,
  location: () => 'Set GHL_LOCATION_ID to the id of the sub-account in which the token was created.',
  settings: () => 'Check GHL_BASE_URL; leave it out for GoHighLevel itself.',
  validation: () => 'Check GHL_LOCATION_ID and GHL_PIPELINE_ID.',
  conflict: () => 'Look for the duplicate in GoHighLevel.',
  'not-found': () => 'Check that GHL_LOCATION_ID is the id of an existing sub-account.',
  'rate-limited': () => 'Wait a moment and try again.',
  'daily-limit': () => "Wait for GoHighLevel's daily limit to reset; queued items will then be sent.",
  upstream: () => 'GoHighLevel is having problems: try again later.',
  timeout: () => 'Try again; if it keeps failing, check the network and GHL_BASE_URL.',
  network: () => "Check this server's network and GHL_BASE_URL.",
}

/** Returns the message of a failure and how to fix it. `scope` is the scope that the call needed. */
export const withRemedy = (failure: CrmFailure, scope: string) =>
  `${failure.message}${/[.!?…]$/.test(failure.message) ? '' : '.'} ${remedyFor(failure, scope)}`

/** Returns how to fix a failure. */
export const remedyFor = ({ code }: Pick<CrmFailure, 'code'>, scope: string) => REMEDIES[code](scope)
