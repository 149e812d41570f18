/** How long a test, or one of its hooks, may take on a machine that is busy with other things. */
export const TEST_TIMEOUT_MS = 300_000

/** How long a wait inside a test may take. It ends before its test, so that the failure says what was awaited. */
export const WAIT_TIMEOUT_MS = 180_000
