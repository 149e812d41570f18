import type { AreaEntry, AreaTexts } from '#domain/premises/area-entry.ts'
import type { DatasetKind, DatasetOrigin, DatasetState, Month } from '#domain/premises/dataset.ts'

/**
 * The data on premises in the back office (docs/product 19.7), with the public key.
 *
 * - `GET /` answers {@link PremisesDataListed}
 * - `POST /areas` takes {@link AreaTexts}[], stores all or none, and answers {@link AreaEntry}[]
 * - `DELETE /areas/:area` answers 204; 404 if there is no such area
 * - `DELETE /versions/:id` answers {@link VersionDropped}; `was` is null if there was no such version
 *
 * Only from this machine, for the command `doorstep data` on the embedded database, which belongs to the server's process:
 *
 * - `POST /versions` takes {@link VersionWanted} and answers {@link VersionBegun}
 * - `POST /versions/:id/lease` takes {@link LoadingProgress} and answers 204; an import that is silent for 15 seconds counts
 *   as dead
 * - `POST /versions/:id/rows` takes lines of COPY's text format and answers 204
 * - `POST /versions/:id/activate` takes {@link VersionLoaded} and answers {@link VersionCompleted}
 */
export const DATA_PATH = '/functions/v1/back-office/data'

/** The page of the back office that shows it. */
export const DATA_PAGE = '/admin/data'

export type PremisesDataListed = {
  versions: DatasetListed[]
  areas: AreaEntry[]
  /** How far the import of the version that is being loaded has come; null if no import runs. */
  loading: (LoadingProgress & { id: number; is_silent: boolean }) | null
}

/** How far an import has come: rows taken, and how much of its files was read. */
export type LoadingProgress = { rows: number; read_percent: number }

/** One file of a version: its name without folders, and what became of its rows. */
export type DatasetFile = { name: string; bytes: number; sha256: string; rows: number; refused: number }

/** A version of a data set whose rows are here, or are being loaded. */
export type DatasetListed = DatasetOrigin & {
  id: number
  kind: DatasetKind
  observed_month: Month
  sha256: string
  /** Parts of the country that were taken; empty if all were. */
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

/** The version to load into; or the one that holds the same files already; or another import is at work. */
export type VersionBegun = { id: number } | { same: number; state: 'active' | 'kept' } | { busy: true }

/** What was loaded. Names are in the order of their numbers, which begin at 1. */
export type VersionLoaded = { rows: number; refused: number; files: DatasetFile[]; names: string[] }

/** The version that answers now: the one that was loaded, unless that is only kept because another describes a later month. */
export type VersionCompleted = { answers: number }

/** What a dropped version was, and which version of its kind answers now. */
export type VersionDropped = { was: 'loading' | 'active' | 'kept' | null; answers: number | null }
