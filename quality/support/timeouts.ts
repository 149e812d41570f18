/** How long a test, or one of its hooks, may take on a busy machine. */
export const TEST_TIMEOUT_MS = 300_000

/**
 * How long a wait inside a test may take. It ends before its test, so that the failure says what the test was waiting
 * for.
 */
export const WAIT_TIMEOUT_MS = 180_000
