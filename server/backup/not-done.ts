/**
 * Thrown if a backup, a restore or an erasure is refused for a reason that an operator can fix. Its message is the one
 * line to print.
 */
export class NotDone extends Error {
  override name = 'NotDone'
}
