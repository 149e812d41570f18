import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Pages and the worker, which have routes of their own, compressed copies, and files for the build only. */
const NOT_SERVED = /\.(br|gz|html)$|(^|\/)\.|^service-worker\.js$/

/** Returns the paths of the files that the web app's pages may load, such as `assets/main-abc.js`, in order. */
export async function listBuiltFiles(distDir: string): Promise<string[]> {
  const entries = await readdir(distDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(distDir, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((path) => !NOT_SERVED.test(path))
    .sort()
}
