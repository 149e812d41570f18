import path from 'node:path'
import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { readMonth } from '#domain/premises/dataset.ts'
import { readOnlyAreas } from '#domain/premises/only-areas.ts'
import { NotDone } from '../../backup/not-done.ts'
import type { Config } from '../../config.ts'
import type { Terminal } from '../../terminal.ts'
import { examineFile } from '../import/examine-file.ts'
import { importAreas } from '../import/import-areas.ts'
import { counted, importFiles, type Reporter } from '../import/import-files.ts'
import { kindOfFiles, monthOfFiles } from '../import/recognise.ts'
import type { PremisesData } from '../premises-data.ts'
import { findingsOf, linesOf } from './describe-data.ts'
import { openPremisesData } from './open-premises-data.ts'
import type { DataOrder } from './read-data-order.ts'

const PROGRESS_MS = 2_000
const BYTES_PER_MIB = 1024 * 1024

/** Runs `npx doorstep data`, and returns the exit code. Throws `NotDone` or `StartRefused`. */
export async function runData(config: Config, order: DataOrder, terminal: Terminal): Promise<number> {
  const { say } = terminal
  const data = await openPremisesData(config)
  try {
    if (order.verb === 'import') await runImport(data, order, { say, progress: createProgress(terminal) })
    else if (order.verb === 'drop') await drop(data, order.id, say)
    else return await look(data, order.verb, say)
    return 0
  } finally {
    await data.close()
  }
}

async function runImport(
  data: PremisesData,
  order: Extract<DataOrder, { verb: 'import' }>,
  reporter: Reporter,
): Promise<void> {
  const files = []
  for (const file of order.files) files.push(await examineFile(file, checkingOf(file, reporter)))
  const kind = order.kind ?? kindOfFiles(files)
  if (kind === 'voucher-areas') {
    if (order.month !== undefined || order.only !== undefined)
      throw new NotDone('--month and --only are not for voucher areas.')
    for (const file of files)
      reporter.say(`Done: ${await importAreas(data, file)} voucher areas of ${file.name} are stored.`)
    return
  }
  const today = londonDateOf(new Date().toISOString())
  const given = order.month === undefined ? undefined : readMonth(order.month, today)
  if (order.month !== undefined && given === undefined)
    throw new NotDone(`--month must be a month up to this one, such as 2026-05: ${order.month}`)
  const only = order.only === undefined ? { ok: true as const, value: [] } : readOnlyAreas(order.only)
  if (!only.ok)
    throw new NotDone(
      `--only takes postcode areas, districts and ONS codes, such as LL79,CA29: ${only.failure}`,
    )
  if (only.value.length > 0 && kind !== 'bduk-premises')
    throw new NotDone(`--only is for bduk-premises: a ${kind} file names no place.`)
  await importFiles(
    data,
    { kind, month: monthOfFiles(kind, files, given), onlyAreas: only.value, files },
    reporter,
  )
}

/** Reports the check of a file. Several gigabytes take a minute before their rows are read. */
const checkingOf =
  (file: string, { progress }: Reporter) =>
  (bytes: number) =>
    progress(`Checking ${path.basename(file)}: ${counted(Math.floor(bytes / BYTES_PER_MIB))} MiB so far ...`)

async function drop(data: PremisesData, id: number, say: (line: string) => void): Promise<void> {
  const { was, answers } = await data.drop(id)
  if (was === null) throw new NotDone(`There is no version ${id}. To list them: doorstep data list.`)
  if (was === 'active')
    say(
      answers === null
        ? `Dropped: version ${id}. No version of its kind is active now.`
        : `Dropped: version ${id}. Version ${answers}, which was kept, is active again.`,
    )
  else say(`Dropped: version ${id}, which was not active.`)
}

async function look(
  data: PremisesData,
  verb: 'list' | 'check',
  say: (line: string) => void,
): Promise<number> {
  const listed = await data.list()
  const today = londonDateOf(new Date().toISOString())
  if (verb === 'list') {
    for (const line of linesOf(listed)) say(line)
    return 0
  }
  const findings = findingsOf(listed, today)
  for (const finding of findings) say(finding)
  if (findings.length === 0)
    say(
      `In order. Versions: ${counted(listed.versions.length)}. Voucher areas: ${counted(listed.areas.length)}.`,
    )
  return findings.length === 0 ? 0 : 1
}

/** Reports the progress of a long import to the operator, at most every few seconds. */
function createProgress({ warn }: Terminal): (line: string) => void {
  let reportedAt = performance.now()
  return (line) => {
    if (performance.now() - reportedAt < PROGRESS_MS) return
    reportedAt = performance.now()
    warn(line)
  }
}
