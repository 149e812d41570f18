import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { countsInWords } from '#domain/lead-files/counts-in-words.ts'
import { type LeadImport, MAX_LEAD_FILE_BYTES } from '#protocol/lead-files.ts'
import { PROBLEMS } from '#protocol/problems.ts'
import { NotDone } from '../../backup/not-done.ts'
import { inCallersFolder } from '../../callers-folder.ts'
import type { Config } from '../../config.ts'
import type { Terminal } from '../../terminal.ts'
import { UnreadableFile } from '../read-file.ts'
import type { LeadFiles } from './lead-files.ts'
import { openLeadFiles } from './open-lead-files.ts'

/** The order in the arguments of `doorstep leads`. */
export type LeadsOrder = { verb: 'import'; file: string; isDry: boolean } | { verb: 'export' }

const PROGRESS_MS = 2_000
const MAX_REASONS = 20

/** Returns the order in the arguments after `leads`, or undefined if they make no sense. */
export function readLeadsOrder([verb, ...rest]: string[]): LeadsOrder | undefined {
  if (verb === 'export') return rest.length === 0 ? { verb } : undefined
  const [file, ...others] = rest.filter((word) => word !== '--dry-run')
  if (verb !== 'import' || !file?.trim() || file.startsWith('-') || others.length > 0) return undefined
  return { verb, file: inCallersFolder(file), isDry: rest.length > 1 }
}

/** Runs `npx doorstep leads`. Throws `NotDone` or `StartRefused`. */
export async function runLeads(config: Config, order: LeadsOrder, terminal: Terminal): Promise<void> {
  const file = order.verb === 'import' ? readSmallFile(order.file) : undefined
  const files = await openLeadFiles(config)
  try {
    if (order.verb === 'export') await writeExport(files, terminal)
    else if (file) await runImport(files, { ...order, bytes: file }, terminal)
  } catch (error) {
    throw error instanceof UnreadableFile ? new NotDone(error.message) : error
  } finally {
    await files.close()
  }
}

function readSmallFile(file: string): Uint8Array {
  const found = fs.statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new NotDone(`There is no file ${file}.`)
  if (found.size > MAX_LEAD_FILE_BYTES) throw new NotDone(PROBLEMS['lead-file-too-large'].sentence)
  return fs.readFileSync(file)
}

async function runImport(
  files: LeadFiles,
  { file, bytes, isDry }: { file: string; bytes: Uint8Array; isDry: boolean },
  terminal: Terminal,
): Promise<void> {
  const { say } = terminal
  const plan = await files.plan(bytes)
  describe(plan, terminal)
  const found = `${path.basename(file)}: ${countsInWords(plan)}.`
  if (plan.create + plan.update + plan.unchanged === 0)
    throw new NotDone(`${found} No row can be imported. Correct the file, and run the command again.`)
  if (isDry) return say(`${found} This was a dry run: nothing was saved.`)
  const watching = setInterval(() => void showProgress(files, plan.hash, terminal), PROGRESS_MS)
  const applied = await files.apply(bytes, plan.hash).finally(() => clearInterval(watching))
  if (!applied.ok) throw new NotDone('Leads have changed in the meantime. Run the command again.')
  say(`Done: ${countsInWords(applied.value)}.`)
}

/** Prints the rows that fail, each with its line and reason. */
function describe({ rows, warnings }: LeadImport, { say }: Terminal): void {
  const failed = rows.filter(({ reason }) => reason !== undefined)
  for (const { line, reason } of failed.slice(0, MAX_REASONS)) say(`line ${line}: ${reason}`)
  if (failed.length > MAX_REASONS) say(`and ${failed.length - MAX_REASONS} more rows that failed`)
  for (const warning of warnings) say(warning)
}

async function showProgress(files: LeadFiles, hash: string, { warn }: Terminal): Promise<void> {
  const progress = await files.progress().catch(() => null)
  if (progress?.hash === hash) warn(`${progress.done} of ${progress.rows} rows so far ...`)
}

/** Writes the export. If the reader is gone (`| head`), there is nothing left to do. */
async function writeExport(files: LeadFiles, { stdout }: Terminal): Promise<void> {
  await pipeline(Readable.from(files.exported()), stdout, { end: false }).catch((error) => {
    if (error.code !== 'EPIPE') throw error
  })
}
