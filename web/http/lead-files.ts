import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import type { Columns } from '#domain/lead-files/match-columns.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { type ImportProgress, LEAD_FILES_PATH, type LeadImport } from '#protocol/lead-files.ts'
import { PROBLEMS } from '#protocol/problems.ts'
import { settings } from '../settings.ts'
import { ask, NOT_OURS } from './ask.ts'
import { phoneHeaders } from './phone-headers.ts'
import { readCsv } from './read-csv.ts'

const LEADS_CHANGED = PROBLEMS['leads-changed'].status
const PATH = `${BACK_OFFICE_PATH}${LEAD_FILES_PATH}`

/** The reason why a file was not imported. `fresh` is the new plan if the leads have changed since the dry run. */
export type ImportFailure = { message: string; fresh?: LeadImport }

/** Asks what an import of the file would do. There is no timeout, because the file may be large. Never rejects. */
export const planImport = (file: Blob, columns?: Columns): Promise<Result<LeadImport, ImportFailure>> =>
  post({ dry: '1', ...inQuery(columns) }, file)

/** Applies the plan. Never rejects. */
export const applyImport = (
  file: Blob,
  hash: string,
  columns: Columns,
): Promise<Result<LeadImport, ImportFailure>> => post({ hash, ...inQuery(columns) }, file)

const inQuery = (columns: Columns | undefined) =>
  columns === undefined ? {} : { columns: columns.map((field) => field ?? '').join(',') }

async function post(query: Record<string, string>, file: Blob): Promise<Result<LeadImport, ImportFailure>> {
  try {
    const answer = await fetch(`${PATH}/import?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { ...withKey(), 'content-type': 'text/csv' },
      body: file,
    })
    const body = parseJson(await answer.text())
    if (answer.ok && isObject<LeadImport>(body)) return success(body)
    return failed(failureIn(body, answer.status))
  } catch {
    return failed({ message: 'there is no connection to the server' })
  }
}

function failureIn(body: unknown, status: number): ImportFailure {
  if (!isObject<LeadImport & { message?: string; details?: string }>(body)) return { message: NOT_OURS }
  const { message = NOT_OURS, details, ...fresh } = body
  return { message: details ?? message, ...(status === LEADS_CHANGED && { fresh }) }
}

/** Reads the progress of the last import that was applied; null before the first one. */
export const readImportProgress = () =>
  ask(
    `${PATH}/import`,
    (answer): answer is ImportProgress | null => answer === null || isObject<ImportProgress>(answer),
  )

/** Returns all leads as a file that can be imported again. */
export const exportLeads = () => readCsv(`${PATH}/export`)

const withKey = () => ({ apikey: settings.publicKey, ...phoneHeaders() })
