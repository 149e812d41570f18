import v8 from 'node:v8'

const FLAGS = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

/**
 * For Node processes that end soon, because optimising the embedded PostgreSQL takes more processor time than running
 * it.
 */
export const NODE_ARGUMENTS = ['--disable-warning=ExperimentalWarning', ...FLAGS]

/** Does the same in this process, for code that is compiled from now on. */
export function leaveUnoptimised(): void {
  for (const flag of FLAGS) v8.setFlagsFromString(flag)
}
