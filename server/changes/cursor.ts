/**
 * A position in the order of changes. `transaction` comes before `id`, because a transaction with a lower id may
 * commit later. The epoch identifies one life of a database; in another the numbers mean nothing.
 */
export type Cursor = { epoch: string; transaction: bigint; id: bigint }

const CURSOR = /^([\w-]{1,64})\.(\d{1,18})\.(\d{1,18})$/

/** `epoch.transaction.id`, as clients keep it. */
export const cursorToText = ({ epoch, transaction, id }: Cursor) => `${epoch}.${transaction}.${id}`

/** Returns the cursor that a client sent; undefined if it was never one of ours. */
export function findCursor(text: string): Cursor | undefined {
  const [, epoch, transaction, id] = CURSOR.exec(text) ?? []
  if (epoch === undefined || transaction === undefined || id === undefined) return undefined
  return { epoch, transaction: BigInt(transaction), id: BigInt(id) }
}

/** Returns true if `left` is after `right`; both must have the same epoch. */
export function isAfter(left: Cursor, right: Cursor): boolean {
  return left.transaction === right.transaction ? left.id > right.id : left.transaction > right.transaction
}
