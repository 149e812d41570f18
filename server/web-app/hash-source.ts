import { createHash } from 'node:crypto'

/**
 * Returns the hash of a content as browsers write it, for a policy (`'sha256-...'` in quotes) or an integrity check.
 */
export const hashSource = (content: string | Buffer) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`
