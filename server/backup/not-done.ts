/**
 * The reason that a backup, a restore or an erasure was refused, which an operator can fix. Its message is the one line
 * to print.
 */
export class NotDone extends Error {
  override name = 'NotDone'
}
