import { createHash } from 'node:crypto'

/** The hash of a content in the words of a browser: for a policy (`'sha256-...'` in quotes) or an integrity check. */
export const hashSource = (content: string | Buffer) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`
