import type { Writable } from 'node:stream'

/** Where a command prints; usually its process. */
export type Streams = { stdout: Writable; stderr: Writable }

export type Terminal = Pick<Streams, 'stdout'> & {
  /** Prints a line of the result. */
  say(line: string): void
  /** Prints progress, or why something was not done. */
  warn(line: string): void
}

/** Creates the terminal that a command prints with. */
export const createTerminal = ({ stdout, stderr }: Streams): Terminal => ({
  stdout,
  say: (line) => void stdout.write(`${line}\n`),
  warn: (line) => void stderr.write(`${line}\n`),
})
