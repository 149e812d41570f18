import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatasetKind, Month } from '#domain/premises/dataset.ts'
import { newerVersion } from '#domain/premises/newer-version.ts'
import type { DatasetFile, LoadingProgress, VersionBegun, VersionWanted } from '#protocol/premises-data.ts'
import { NotDone } from '../../backup/not-done.ts'
import type { PremisesData } from '../premises-data.ts'
import type { ExaminedFile } from './examine-file.ts'
import { loadFile } from './load-file.ts'
import { rowsAre } from './refused-rows.ts'

/** The files of one version. */
export type Order = { kind: DatasetKind; month: Month; onlyAreas: string[]; files: ExaminedFile[] }

/** Receives the lines that an operator should see, and the progress of a file. */
export type Reporter = { say(line: string): void; progress(line: string): void }

const RENEW_MS = 2_000
const LOOK_MS = 1_000

/**
 * Loads files as a new version and makes it active, unless the active version is newer (docs/product 19.3). Until then
 * the old version answers, whatever happens. Throws `NotDone`.
 */
export async function importFiles(data: PremisesData, order: Order, reporter: Reporter): Promise<void> {
  const { kind, month, onlyAreas, files } = order
  const wanted = { kind, observed_month: month, sha256: hashOf(files), only_areas: onlyAreas }
  const begun = await beginWhenFree(data, wanted, reporter)
  if ('same' in begun) return reporter.say(sameAs(begun))
  const { id } = begun
  await warnIfOlder(data, order, reporter)
  let progress: LoadingProgress = { rows: 0, read_percent: 0 }
  const heart = setInterval(() => void data.renew(id, progress).catch(() => {}), RENEW_MS)
  try {
    const loaded = await loadFiles(data, order, id, reporter, (read) => {
      progress = read
    })
    reporter.say('Making it ready ...')
    const { answers } = await data.activate(id, loaded)
    reporter.say(doneWith({ id, answers }, order, loaded))
  } catch (error) {
    await data.drop(id).catch(() => {})
    throw error
  } finally {
    clearInterval(heart)
  }
}

/** Returns the hash of the file, or of the sorted hashes of the files. */
function hashOf(files: readonly ExaminedFile[]): string {
  const hashes = files.map(({ sha256 }) => sha256).toSorted()
  if (new Set(hashes).size < hashes.length) throw new NotDone('Two of these files are the same.')
  const [only = ''] = hashes
  return hashes.length === 1 ? only : createHash('sha256').update(hashes.join('\n')).digest('hex')
}

/** Begins the version. Waits for another import to end or to be found dead. */
async function beginWhenFree(
  data: PremisesData,
  wanted: VersionWanted,
  { say }: Reporter,
): Promise<Exclude<VersionBegun, { busy: true }>> {
  for (let isFirst = true; ; isFirst = false) {
    const begun = await data.begin(wanted)
    if (!('busy' in begun)) return begun
    if (isFirst) say('Another import is running. Waiting for it to finish ...')
    await pause(LOOK_MS)
  }
}

/** Warns the operator at the beginning, because the import of a whole country takes minutes. */
async function warnIfOlder(data: PremisesData, { kind, month }: Order, { say }: Reporter): Promise<void> {
  const { versions } = await data.list()
  const newer = newerVersion({ kind, observed_month: month }, 'active', versions)
  if (newer)
    say(`Version ${newer.id} is newer, of ${newer.observed_month}, and stays active. This one will be kept.`)
}

async function loadFiles(
  data: PremisesData,
  order: Order,
  version: number,
  { say, progress }: Reporter,
  onRead: (read: LoadingProgress) => void,
) {
  const names = new Map<string, number>()
  const loading = { version, onlyAreas: new Set(order.onlyAreas), names }
  const files: DatasetFile[] = []
  const sum = (of: 'rows' | 'refused' | 'bytes') => files.reduce((total, file) => total + file[of], 0)
  const allBytes = order.files.reduce((total, { bytes }) => total + bytes, 0)
  for (const file of order.files) {
    say(`Reading ${file.name} ...`)
    const loaded = await loadFile(data, { kind: order.kind, file, loading }, (bytes, rows) => {
      progress(`${file.name}: ${counted(rows)} rows, ${percentOf(bytes, file.bytes)} % ...`)
      onRead({ rows: sum('rows') + rows, read_percent: percentOf(sum('bytes') + bytes, allBytes) })
    })
    if (loaded.refused > 0)
      say(`${rowsAre(loaded.refused)} refused: see ${file.name}.refused.csv for lines and reasons.`)
    files.push(loaded)
  }
  if (sum('rows') === 0) throw new NotDone('No row was accepted. Nothing has changed.')
  return { rows: sum('rows'), refused: sum('refused'), files, names: [...names.keys()] }
}

const percentOf = (part: number, whole: number) => Math.floor((part / whole) * 100)

const sameAs = ({ same, state }: { same: number; state: string }) =>
  state === 'active'
    ? `Version ${same} was made from the same files and is active. There is nothing to do.`
    : `Version ${same} was made from the same files and is kept. Drop the active version to use it again.`

function doneWith(
  { id, answers }: { id: number; answers: number },
  { kind, month, files }: Order,
  loaded: { rows: number; refused: number },
) {
  const isKept = answers !== id
  const from = files.length === 1 ? '' : ` from ${files.length} files`
  const done = `Done: version ${id}, ${kind} of ${month}, ${isKept ? 'is kept' : 'is active'} with ${counted(loaded.rows)} rows${from}. ${counted(loaded.refused)} were refused.`
  return isKept
    ? `${done}\nVersion ${answers} is newer and active. To use version ${id}: doorstep data drop ${answers}`
    : done
}

export const counted = (number: number): string => number.toLocaleString('en-GB')
