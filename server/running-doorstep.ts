import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { OPERATOR_HEADER } from '#protocol/call-headers.ts'
import { NotDone } from './backup/not-done.ts'
import type { Config } from './config.ts'
import { readOperatorKey } from './identity/operator-key.ts'

export type RunningDoorstep = Pick<Config, 'host' | 'port' | 'publicKey' | 'dataDir'>

/**
 * Calls the Doorstep that runs on this machine with the same settings, because the embedded database belongs to one
 * process. Throws `NotDone` if there is no response.
 */
export async function callRunning(
  { host, port, publicKey, dataDir }: RunningDoorstep,
  path: string,
  { headers, ...request }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const url = `http://${name}:${port}`
  try {
    const operatorKey = readOperatorKey(dataDir)
    return await fetch(url + path, {
      ...request,
      headers: { apikey: publicKey, ...(operatorKey && { [OPERATOR_HEADER]: operatorKey }), ...headers },
    })
  } catch {
    throw new NotDone(
      `Doorstep is running on ${dataDir}, but does not answer on ${url}. Run this command with the same PORT and HOST.`,
    )
  }
}

/** Returns the words of a problem. Its details say more than its message, so they come first. */
export function reasonIn(body: unknown): string | undefined {
  if (!isObject<{ message?: unknown; details?: unknown }>(body)) return undefined
  return [body.details, body.message].find((words): words is string => typeof words === 'string')
}

/** Reads the response to a call. Throws `NotDone` with the server's words if the call was refused. */
export async function readAnswer<Value>(answer: Response): Promise<Value> {
  const body = parseJson(await answer.text())
  if (!answer.ok) throw new NotDone(reasonIn(body) ?? `Doorstep answered ${answer.status}.`)
  return body as Value
}
