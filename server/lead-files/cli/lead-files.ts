import type { Result } from '#domain/kernel/result.ts'
import type { ImportProgress, LeadImport } from '#protocol/lead-files.ts'

/** Lead files of a database, in this process or through the Doorstep that runs on it. Calls throw `NotDone`. */
export type LeadFiles = {
  plan(file: Uint8Array): Promise<LeadImport>
  /** Applies a dry run. Fails with the fresh plan if the leads have changed. */
  apply(file: Uint8Array, hash: string): Promise<Result<LeadImport, LeadImport>>
  progress(): Promise<ImportProgress | null>
  /** Yields all leads as CSV, in pieces. */
  exported(): AsyncIterable<string | Uint8Array>
  close(): Promise<void>
}
