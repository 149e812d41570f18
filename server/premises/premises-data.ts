import type { AreaEntry } from '#domain/premises/area-entry.ts'
import type { DatasetKind } from '#domain/premises/dataset.ts'
import type {
  LoadingProgress,
  PremisesDataListed,
  VersionBegun,
  VersionCompleted,
  VersionDropped,
  VersionLoaded,
  VersionWanted,
} from '#protocol/premises-data.ts'
import { type By, recorded } from '../audit/record-act.queries.ts'
import { NotDone } from '../backup/not-done.ts'
import type { Database } from '../db/handle.ts'
import { DISK_IS_FULL } from '../http/database-problem.ts'
import {
  activateVersion,
  beginVersion,
  dropVersion,
  findLoading,
  renewLoading,
  sweepVersions,
} from './loading.queries.ts'
import { VersionLoader } from './version-loader.ts'
import { findProgress, listVersions } from './versions.queries.ts'
import { listVoucherAreas, putVoucherAreas } from './voucher-areas.queries.ts'

/**
 * The work of `npx doorstep data`, on a database or through the Doorstep that has it. Every method throws `NotDone`.
 */
export type PremisesData = {
  /** The size of a batch. On the embedded database each batch delays an agent's write. */
  batchBytes: number
  list(): Promise<PremisesDataListed>
  /** Here and below, `by` is the actor, if not the one for whom the data was opened. */
  putAreas(areas: readonly AreaEntry[], by?: By): Promise<void>
  begin(wanted: VersionWanted): Promise<VersionBegun>
  /** Keeps an import alive, and stores its progress. Call it every few seconds. */
  renew(id: number, progress: LoadingProgress): Promise<void>
  /** Adds rows to a version that is being loaded: whole lines of COPY's text format. */
  load(id: number, lines: Buffer): Promise<void>
  /** Makes the version active. If the active one describes a later month, the version is kept instead. */
  activate(id: number, loaded: VersionLoaded, by?: By): Promise<VersionCompleted>
  /** Drops a version, or gives up its loading. */
  drop(id: number, by?: By): Promise<VersionDropped>
  close(): Promise<void>
}

/** PostgreSQL loads without disturbing the agents. PGlite has one session, which a batch takes for some 10 ms. */
export const EMBEDDED_BATCH_BYTES = 80 * 1024
const BATCH_BYTES = { postgres: 1024 * 1024, embedded: EMBEDDED_BATCH_BYTES }
/** An import leaves this much room for the agents' writes. */
const MIN_ROOM_BYTES = 256 * 1024 * 1024

const OVERTAKEN = 'This import stalled, so another import discarded it. Run the command again.'

/**
 * Returns the data on an open database. Changes are recorded under the given actor. `close` leaves the database open.
 */
export function premisesDataOn(database: Database, opener: By): PremisesData {
  const { db } = database
  const loader = new VersionLoader(database)
  const loadings = new Map<number, DatasetKind>()
  const kindOf = async (id: number): Promise<DatasetKind> => {
    const kind = loadings.get(id) ?? (await findLoading(db, id))
    if (!kind) throw new NotDone(OVERTAKEN)
    loadings.set(id, kind)
    return kind
  }
  return {
    batchBytes: BATCH_BYTES[database.kind],
    list: async () => ({
      versions: await listVersions(db),
      areas: await listVoucherAreas(db),
      loading: await findProgress(db),
    }),
    async putAreas(areas, by = opener) {
      await recorded(
        db,
        by,
        (tx) => putVoucherAreas(tx, areas),
        (count) => count > 0 && { verb: 'areas-saved', details: { count } },
      )
    },
    async begin(wanted) {
      const begun = await beginVersion(db, wanted)
      if (!('id' in begun)) return begun
      await sweepVersions(db)
      await loader.begin(wanted.kind, begun.id)
      return begun
    },
    async renew(id, progress) {
      if (!(await renewLoading(db, id, progress))) throw new NotDone(OVERTAKEN)
    },
    async load(id, lines) {
      if (database.hasRoom?.(MIN_ROOM_BYTES) === false)
        throw new NotDone('There is too little space on the database’s disk. Free some up, then try again.')
      const kind = await kindOf(id)
      await readably(() => loader.copy(kind, id, lines))
    },
    async activate(id, loaded, by = opener) {
      const kind = await kindOf(id)
      const completed = await readably(async () => {
        await loader.finish(kind, id)
        return activateVersion(db, by, id, loaded)
      })
      if (!completed) throw new NotDone(OVERTAKEN)
      loadings.delete(id)
      await sweepVersions(db)
      return completed
    },
    async drop(id, by = opener) {
      loadings.delete(id)
      const dropped = await dropVersion(db, by, id)
      await sweepVersions(db)
      return dropped
    },
    close: () => loader.close(),
  }
}

const UNREADABLE: Readonly<Record<string, string>> = {
  '23505': 'A UPRN appears twice in these files. Are two of them the same part of the country?',
  '42P01': OVERTAKEN,
  '53100': DISK_IS_FULL,
}

/** Turns errors that an operator can fix into `NotDone`. */
async function readably<Done>(work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    const words = UNREADABLE[String((error as { code?: unknown }).code)]
    throw words === undefined ? error : new NotDone(words)
  }
}
