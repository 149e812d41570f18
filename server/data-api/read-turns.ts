import fastq from 'fastq'

/** Of the ten connections of a process: the others are for the sales that come meanwhile. */
const MOST_AT_ONCE = 6
/** As long as anybody waits for a connection. */
const PATIENCE_MS = 5_000

/** Reads when it is its turn; nothing for a read that has waited too long by then, as its client may be gone. */
export type ReadTurns = <Result>(read: () => Promise<Result>) => Promise<Result | undefined>

/** Lets a few reads ask the database at a time, so that heavy ones do not take every connection. */
export function createReadTurns(): ReadTurns {
  const turns = fastq.promise((read: () => Promise<unknown>) => read(), MOST_AT_ONCE)
  return <Result>(read: () => Promise<Result>) => {
    const cameAt = performance.now()
    const inTime = async () => (performance.now() - cameAt > PATIENCE_MS ? undefined : read())
    return turns.push(inTime) as Promise<Result | undefined>
  }
}
