/**
 * What keeps a backup, a restore or an erasure from being done and an operator can mend. Its message is the one line to
 * print.
 */
export class NotDone extends Error {
  override name = 'NotDone'
}
