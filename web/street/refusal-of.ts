import type { ApiResult } from '../http/http.ts'

/**
 * Returns the refusal of a call of the street if the server would refuse it again; otherwise undefined. A refusal
 * without a code comes from a proxy, a 404 from a server of an earlier release.
 */
export function refusalOf(answer: ApiResult): { code: string; message: string } | undefined {
  if (answer.ok) return undefined
  const { retry, code, status, message } = answer.failure
  return retry === 'never' && code !== undefined && status !== 404 ? { code, message } : undefined
}
