/**
 * A place in the order of changes. `transaction` comes before `id`: a transaction that took a lower id may commit
 * later. The epoch names one life of a database; against another the numbers mean nothing.
 */
export type Cursor = { epoch: string; transaction: bigint; id: bigint }

const CURSOR = /^([\w-]{1,64})\.(\d{1,18})\.(\d{1,18})$/

/** `epoch.transaction.id`, as clients keep it. */
export const cursorToText = ({ epoch, transaction, id }: Cursor) => `${epoch}.${transaction}.${id}`

/** The cursor that a client sent; nothing for text that none of ours ever was. */
export function findCursor(text: string): Cursor | undefined {
  const [, epoch, transaction, id] = CURSOR.exec(text) ?? []
  if (epoch === undefined || transaction === undefined || id === undefined) return undefined
  return { epoch, transaction: BigInt(transaction), id: BigInt(id) }
}

/** Whether `left` stands after `right` in the order; both of one epoch. */
export function isAfter(left: Cursor, right: Cursor): boolean {
  return left.transaction === right.transaction ? left.id > right.id : left.transaction > right.transaction
}
