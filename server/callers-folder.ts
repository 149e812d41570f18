import path from 'node:path'

/**
 * Returns the path of a file that the operator named. `npx doorstep` runs in the project's folder, but can be called
 * from another one.
 */
export const inCallersFolder = (file: string): string =>
  path.resolve(process.env.DOORSTEP_CALLED_IN ?? '', file)
