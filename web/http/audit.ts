import { isObject } from '#domain/kernel/parse-json.ts'
import { AUDIT_FILE_PATH, AUDIT_PATH, type AuditPage, type AuditSearch } from '#protocol/audit.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { ask } from './ask.ts'
import { readCsv } from './read-csv.ts'

const queryOf = (search: Record<string, string>) => new URLSearchParams(search).toString()

/** Reads the acts that a search finds, the latest first, at most `limit` of them. */
export const readAudit = (search: AuditSearch, limit: number) =>
  ask(`${BACK_OFFICE_PATH}${AUDIT_PATH}?${queryOf({ ...search, limit: String(limit) })}`, isObject<AuditPage>)

/** Returns the acts that a search finds as a file. */
export const exportAudit = (search: AuditSearch) =>
  readCsv(`${BACK_OFFICE_PATH}${AUDIT_FILE_PATH}?${queryOf(search)}`)
