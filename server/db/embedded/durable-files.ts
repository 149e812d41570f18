import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** PGlite's number for this error. PostgreSQL treats all errors of a sync alike. */
const EIO = 29

type Stream = { nfd?: number }
type WithNodeFiles = { NODEFS: { stream_ops: { fsync?: (stream: Stream) => number } } }

/**
 * PGlite's files on disk, with the syncs that PGlite leaves out. Without them a power cut loses acknowledged commits.
 * This reaches into PGlite's build, so a test counts the syncs.
 */
export class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const syncOnDemand = (module: unknown) => {
      ;(module as WithNodeFiles).NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          if (nfd !== undefined) fs.fdatasyncSync(nfd)
          return 0
        } catch {
          return EIO
        }
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), syncOnDemand] } }
  }
}
