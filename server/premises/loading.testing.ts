import type { DatasetKind } from '#domain/premises/dataset.ts'
import type { Database } from '../db/handle.ts'
import { premisesDataOn } from './premises-data.ts'

/** Premises for a test: the cells of COPY's lines without their version, and the names to which their numbers refer. */
export type Loaded = { lines: readonly string[]; names?: string[]; month?: string; sha256?: string }

/** Loads rows as a new version, makes it active, and returns its id. `lines` have no version and no line end. */
export async function loadVersion(database: Database, kind: DatasetKind, loaded: Loaded): Promise<number> {
  const { lines, names = [], month = '2026-05', sha256 = hashOf(lines) } = loaded
  const data = premisesDataOn(database, { actor: 'operator' })
  const begun = await data.begin({ kind, observed_month: month, sha256, only_areas: [] })
  if (!('id' in begun)) throw new Error(`Not begun: ${JSON.stringify(begun)}`)
  await data.load(begun.id, Buffer.from(lines.map((line) => `${begun.id}\t${line}\n`).join('')))
  await data.activate(begun.id, { rows: lines.length, refused: 0, files: [], names })
  await data.close()
  return begun.id
}

const hashOf = (lines: readonly string[]) =>
  Buffer.from(lines.join('\n')).toString('hex').slice(-64).padStart(64, '0')
