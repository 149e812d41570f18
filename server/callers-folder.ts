import path from 'node:path'

/** Returns the path of a file as the operator named it: `npx doorstep` runs in the project's folder, but may be called elsewhere. */
export const inCallersFolder = (file: string): string =>
  path.resolve(process.env.DOORSTEP_CALLED_IN ?? '', file)
