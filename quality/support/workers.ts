import os from 'node:os'

/** More workers would need more memory than a laptop has. */
const MAX_WORKERS = 6

/**
 * How many processes should run tests that often wait: for databases, servers or pages. One more than there are cores.
 */
export const WAITING_WORKERS = Math.min(os.availableParallelism() + 1, MAX_WORKERS)

/** How many processes should run tests that only compute. */
export const COMPUTING_WORKERS = Math.min(os.availableParallelism(), MAX_WORKERS)
