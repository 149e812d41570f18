/**
 * A position in the order of changes. `transaction` comes before `id`, because a change with a lower id may be
 * committed later. The epoch identifies one life of a database. In another life the numbers mean nothing.
 */
export type Cursor = { epoch: string; transaction: bigint; id: bigint }

const CURSOR = /^([\w-]{1,64})\.(\d{1,18})\.(\d{1,18})$/

/** Returns `epoch.transaction.id`, the form in which clients keep a cursor. */
export const cursorToText = ({ epoch, transaction, id }: Cursor) => `${epoch}.${transaction}.${id}`

/** Returns the cursor that a client sent, or undefined if it cannot be one of ours. */
export function findCursor(text: string): Cursor | undefined {
  const [, epoch, transaction, id] = CURSOR.exec(text) ?? []
  if (epoch === undefined || transaction === undefined || id === undefined) return undefined
  return { epoch, transaction: BigInt(transaction), id: BigInt(id) }
}

/** Returns true if `left` is after `right`. Both must have the same epoch. */
export function isAfter(left: Cursor, right: Cursor): boolean {
  return left.transaction === right.transaction ? left.id > right.id : left.transaction > right.transaction
}
