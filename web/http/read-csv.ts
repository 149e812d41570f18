import { failed, success } from '#domain/kernel/result.ts'
import type { Answered } from './ask.ts'
import { callApi } from './http.ts'

/** Long, because many rows take a while to write. */
const TIMEOUT_MS = 600_000

/**
 * Reads a CSV file of the back office. Restores the byte order mark, which a browser drops when it reads text. Never
 * rejects.
 */
export async function readCsv(path: string): Promise<Answered<Blob>> {
  const answer = await callApi(path, { timeoutMs: TIMEOUT_MS })
  if (!answer.ok) return failed({ message: answer.failure.message })
  return success(new Blob(['\uFEFF', answer.value.body], { type: 'text/csv;charset=utf-8' }))
}
