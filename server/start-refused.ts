/** What keeps the server from starting and an operator can mend. Its message is the one line to print. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
