import fastq from 'fastq'
import { type Answer, failWith } from '../http/problem.ts'

/** Out of the ten connections of a process. The rest are for incoming sales. */
const MAX_AT_ONCE = 6
/** As long as a call waits for a connection. After that the client may be gone. */
const TURN_TIMEOUT_MS = 5_000
/** More calls than can get their turn in that time. */
const MAX_WAITING = 1_000

/** Runs the work when it is its turn. If the turn does not come in time, it fails and the work never runs. */
export type Turns<Value> = (work: () => Promise<Answer<Value>>) => Promise<Answer<Value>>

/** Limits how many calls use the database at a time, so that heavy ones do not take every connection. */
export function createTurns<Value>(maxAtOnce = MAX_AT_ONCE): Turns<Value> {
  const turns = fastq.promise((turn: () => Promise<unknown>) => turn(), maxAtOnce)
  return async (work) => {
    if (turns.length() >= MAX_WAITING) return failWith('too-busy')
    const expired = Promise.withResolvers<Answer<Value>>()
    let isWaiting = true
    const timeout = setTimeout(() => {
      isWaiting = false
      expired.resolve(failWith('too-busy'))
    }, TURN_TIMEOUT_MS)
    const turn = async () => {
      if (!isWaiting) return expired.promise
      clearTimeout(timeout)
      return work()
    }
    return Promise.race([expired.promise, turns.push(turn) as Promise<Answer<Value>>])
  }
}
