import type { Db } from '../db/schema.ts'
import type { StoredSale } from './opportunities.queries.ts'
import { type SaleWrite, writeSale, writeSales } from './write-sales.queries.ts'

/** Writes sales, to its callers one by one. */
export type SaleWriter = {
  /** Resolves when the write is durable, or to undefined if the sale is not as the write expects. */
  write(write: SaleWrite): Promise<StoredSale | undefined>
  /** Returns true if a write waits for its statement, or if the last statement is under 0.1 s old and not answered. */
  isBusy(): boolean
}

type Waiting = {
  write: SaleWrite
  resolve: (stored: StoredSale | undefined) => void
  reject: (error: unknown) => void
}

const MAX_TOGETHER = 32
/** Writes do not wait for a statement that takes longer than this: it may be waiting for a lock. */
const USUAL_MS = 100

/** The codes of faults that would fail any write: no connection, read-only, no resources, shutting down, broken. */
const FAULT_OF_ALL = /^(08|25|53|57|58|XX)/
const DATABASE_CODE = /^(?=.*\d)[0-9A-Z]{5}$/

/**
 * Creates a writer. Writes that arrive while others are under way share the next statement (decision 25), with one
 * round trip and one commit. A write never waits for others to join it. If one write makes the statement fail, each is
 * retried alone.
 */
export function createSaleWriter(db: Db): SaleWriter {
  let waiting: Waiting[] = []
  let isUnderWay = false

  function next() {
    if (isUnderWay || waiting.length === 0) return
    const together = takeTogether(waiting)
    waiting = waiting.filter((one) => !together.includes(one))
    isUnderWay = true
    let isCounted = true
    const leave = () => {
      if (!isCounted) return
      isCounted = false
      isUnderWay = false
      next()
    }
    const unusual = setTimeout(leave, USUAL_MS)
    void settle(db, together, () => {
      clearTimeout(unusual)
      leave()
    })
  }
  return {
    write: (write) =>
      new Promise((resolve, reject) => {
        // Lets reads that have already arrived go first.
        if (waiting.length === 0) setImmediate(next)
        waiting.push({ write, resolve, reject })
      }),
    isBusy: () => isUnderWay || waiting.length > 0,
  }
}

/** Returns a writer within a transaction, where each write is its own statement. */
export const writerIn = (tx: Db): Pick<SaleWriter, 'write'> => ({ write: (write) => writeSale(tx, write) })

/** Takes the first waiting write, and every other that shares no sale and no lead with an earlier one. */
function takeTogether(waiting: readonly Waiting[]): Waiting[] {
  const taken = new Set<string>()
  const together: Waiting[] = []
  for (const one of waiting) {
    if (together.length === MAX_TOGETHER) break
    const { sessionId, leadId } = one.write
    const rows = leadId === null ? [sessionId] : [sessionId, leadId]
    if (!rows.some((row) => taken.has(row))) together.push(one)
    for (const row of rows) taken.add(row)
  }
  return together
}

/**
 * Calls `done` when the database has finished, and only then answers, so that the next statement is already on its way.
 */
async function settle(db: Db, together: readonly Waiting[], done: () => void): Promise<void> {
  try {
    const stored = await writeSales(
      db,
      together.map(({ write }) => write),
    )
    done()
    setImmediate(() => {
      for (const [index, { resolve }] of together.entries()) resolve(stored[index])
    })
  } catch (error) {
    done()
    if (together.length > 1 && isFaultOfOne(error))
      for (const one of together) void settle(db, [one], () => {})
    else for (const { reject } of together) reject(error)
  }
}

/** Returns true if a single write made the statement fail, by a wrong value, a rule, a deadlock or a locked row. */
function isFaultOfOne(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return DATABASE_CODE.test(code) && !FAULT_OF_ALL.test(code)
}
