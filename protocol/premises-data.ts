import type { AreaEntry, AreaTexts } from '#domain/premises/area-entry.ts'
import type { DatasetKind, DatasetOrigin, DatasetState, Month } from '#domain/premises/dataset.ts'

/**
 * Premises data in the back office (docs/product 19.7), with the public key.
 *
 * - `GET /` returns {@link PremisesDataListed}
 * - `POST /areas` takes {@link AreaTexts}[], stores all or none, and returns {@link AreaEntry}[]
 * - `DELETE /areas/:area` returns 204; 404 if there is no such area
 * - `DELETE /versions/:id` returns {@link VersionDropped}; `was` is null if there was no such version
 *
 * Only from the same machine, for the command `doorstep data` on the embedded database, which belongs to the server's
 * process:
 *
 * - `POST /versions` takes {@link VersionWanted} and returns {@link VersionBegun}
 * - `POST /versions/:id/lease` takes {@link LoadingProgress} and returns 204; an import that is silent for 15 seconds
 *   counts as dead
 * - `POST /versions/:id/rows` takes lines in COPY's text format and returns 204
 * - `POST /versions/:id/activate` takes {@link VersionLoaded} and returns {@link VersionCompleted}
 */
export const DATA_PATH = '/functions/v1/back-office/data'

/** The page of the back office that shows it. */
export const DATA_PAGE = '/admin/data'

export type PremisesDataListed = {
  versions: DatasetListed[]
  areas: AreaEntry[]
  /** The progress of the running import; null if no import runs. */
  loading: (LoadingProgress & { id: number; is_silent: boolean }) | null
}

/** The progress of an import: the rows taken, and how much of its files was read. */
export type LoadingProgress = { rows: number; read_percent: number }

/** One file of a version: its name without folders, and what became of its rows. */
export type DatasetFile = { name: string; bytes: number; sha256: string; rows: number; refused: number }

/** A version of a data set whose rows are stored or being loaded. */
export type DatasetListed = DatasetOrigin & {
  id: number
  kind: DatasetKind
  observed_month: Month
  sha256: string
  /** The parts of the country that were imported; empty if all were. */
  only_areas: string[]
  files: DatasetFile[]
  rows: number
  refused: number
  state: DatasetState
  /** UTC, ISO 8601; null while it is being loaded. */
  imported_at: string | null
}

/** What an import is about to load. */
export type VersionWanted = { kind: DatasetKind; observed_month: Month; sha256: string; only_areas: string[] }

/** The version to load into, the version that already holds the same files, or `busy` if another import is running. */
export type VersionBegun = { id: number } | { same: number; state: 'active' | 'kept' } | { busy: true }

/** What was loaded. Names are in the order of their numbers, which begin at 1. */
export type VersionLoaded = { rows: number; refused: number; files: DatasetFile[]; names: string[] }

/** The version that answers now: the loaded one, unless it is only kept because another describes a later month. */
export type VersionCompleted = { answers: number }

/** The state that a dropped version had, and the version of its kind that answers now. */
export type VersionDropped = { was: 'loading' | 'active' | 'kept' | null; answers: number | null }
