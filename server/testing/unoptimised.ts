import v8 from 'node:v8'

const FLAGS = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

/** For processes of Node that end soon, as the embedded PostgreSQL takes more processor time to optimise than to run. */
export const NODE_ARGUMENTS = ['--disable-warning=ExperimentalWarning', ...FLAGS]

/** The same in this process, for what is compiled from now on. */
export function leaveUnoptimised(): void {
  for (const flag of FLAGS) v8.setFlagsFromString(flag)
}
