import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { failed, success } from '#domain/kernel/result.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import type { ProblemBody } from '#protocol/problems.ts'
import { settings } from '../settings.ts'
import type { Answered } from './ask.ts'
import { phoneHeaders } from './phone-headers.ts'
import { noteRefusal } from './turned-away.ts'

const TIMEOUT_MS = 60_000
const NO_ANSWER = { message: 'check the connection and try again' }

/** Returns the sealed file of a version. Never rejects. */
export async function downloadDocument(sessionId: string, version: number): Promise<Answered<Blob>> {
  try {
    const path = `${BACK_OFFICE_PATH}/documents/${encodeURIComponent(sessionId)}/${version}.pdf`
    const headers = { apikey: settings.publicKey, ...phoneHeaders() }
    const response = await fetch(path, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.ok) return success(await response.blob())
    const problem = parseJson(await response.text())
    if (!isObject<ProblemBody>(problem)) return failed(NO_ANSWER)
    noteRefusal(response.status, problem.code)
    return failed(problem)
  } catch {
    return failed(NO_ANSWER)
  }
}
