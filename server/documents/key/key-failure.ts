/** The states that keep this process from sealing. */
export const KEY_FAILURES = ['unset', 'missing', 'corrupt', 'expired', 'foreign', 'retired'] as const

/** `reason` is for the operator, and contains no secret. */
export type KeyFailure = Readonly<{ state: (typeof KEY_FAILURES)[number]; reason: string }>
