import fastq from 'fastq'
import { type Answer, failWith } from '../http/problem.ts'

/** Of the ten connections of a process: the others are for the sales that come meanwhile. */
const MOST_AT_ONCE = 6
/** As long as anybody waits for a connection; later the client may be gone. */
const PATIENCE_MS = 5_000
/** More than get their turn in that time. */
const MOST_WAITING = 1_000

/** Does what asks much of the database when it is its turn, or tells in time that there was none, and then never does it. */
export type Turns<Value> = (work: () => Promise<Answer<Value>>) => Promise<Answer<Value>>

/** Lets a few calls ask the database at a time, so that heavy ones do not take every connection. */
export function createTurns<Value>(mostAtOnce = MOST_AT_ONCE): Turns<Value> {
  const turns = fastq.promise((turn: () => Promise<unknown>) => turn(), mostAtOnce)
  return async (work) => {
    if (turns.length() >= MOST_WAITING) return failWith('too-busy')
    const givenUp = Promise.withResolvers<Answer<Value>>()
    let waits = true
    const patience = setTimeout(() => {
      waits = false
      givenUp.resolve(failWith('too-busy'))
    }, PATIENCE_MS)
    const turn = async () => {
      if (!waits) return givenUp.promise
      clearTimeout(patience)
      return work()
    }
    return Promise.race([givenUp.promise, turns.push(turn) as Promise<Answer<Value>>])
  }
}
