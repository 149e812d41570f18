import type { Db } from '../db/schema.ts'
import type { StoredSale } from './opportunities.queries.ts'
import { type SaleWrite, writeSale, writeSales } from './write-sales.queries.ts'

/** Writes sales one by one, as their callers see it. */
export type SaleWriter = {
  /** Resolves when the write is durable; to nothing when the sale is not as the write expects it. */
  write(write: SaleWrite): Promise<StoredSale | undefined>
  /** Whether the database has a sale to write at this moment. */
  isBusy(): boolean
}

type Waiting = {
  write: SaleWrite
  resolve: (stored: StoredSale | undefined) => void
  reject: (error: unknown) => void
}

const MOST_TOGETHER = 32
/** A statement that takes longer holds up nobody: it may be waiting for a lock. */
const USUAL_MS = 100

/** Codes of a database that says no to everybody: no connection, no writes here, no resources, stopped, broken. */
const FAULT_OF_ALL = /^(08|25|53|57|58|XX)/
const DATABASE_CODE = /^(?=.*\d)[0-9A-Z]{5}$/

/**
 * Writes that come while others are under way go together in the next statement (decision 25): one way to the
 * database and back, one commit. Nobody waits for company. Where one of them fails, each goes alone.
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
        // What else has arrived by now is read first.
        if (waiting.length === 0) setImmediate(next)
        waiting.push({ write, resolve, reject })
      }),
    isBusy: () => isUnderWay || waiting.length > 0,
  }
}

/** Writes within a transaction, where nothing goes together. */
export const writerIn = (tx: Db): Pick<SaleWriter, 'write'> => ({ write: (write) => writeSale(tx, write) })

/** The first of those that wait, and whatever has no sale and no lead in common with one before it. */
function takeTogether(waiting: readonly Waiting[]): Waiting[] {
  const taken = new Set<string>()
  const together: Waiting[] = []
  for (const one of waiting) {
    if (together.length === MOST_TOGETHER) break
    const { sessionId, leadId } = one.write
    const rows = leadId === null ? [sessionId] : [sessionId, leadId]
    if (!rows.some((row) => taken.has(row))) together.push(one)
    for (const row of rows) taken.add(row)
  }
  return together
}

/** Says when the database is done, and only then answers: the next statement is on its way by then. */
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

/** Whether the statement failed by what a single write brought: a wrong value, a rule, a deadlock, a locked row. */
function isFaultOfOne(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return DATABASE_CODE.test(code) && !FAULT_OF_ALL.test(code)
}
