/** Keeps the server from starting until an operator fixes something. Its message is the line to print. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
