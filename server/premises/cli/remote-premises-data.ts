import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { DATA_PATH } from '#protocol/premises-data.ts'
import { NotDone } from '../../backup/not-done.ts'
import type { Config } from '../../config.ts'
import { EMBEDDED_BATCH_BYTES, type PremisesData } from '../premises-data.ts'

type Place = Pick<Config, 'host' | 'port' | 'publicKey' | 'dataDir'>

/** Returns the data of the Doorstep that runs on this machine with the same settings. Works through its back office. */
export function premisesDataOf(place: Place): PremisesData {
  const send = async <Value>(method: string, path: string, body?: unknown): Promise<Value> => {
    const isLines = Buffer.isBuffer(body)
    const answer = await reach(place, path, {
      method,
      headers: {
        apikey: place.publicKey,
        ...(body !== undefined && {
          'content-type': isLines ? 'application/octet-stream' : 'application/json',
        }),
      },
      body: body === undefined ? null : isLines ? body : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new NotDone(reasonIn(text) ?? `Doorstep answered ${answer.status}.`)
    return parseJson(text) as Value
  }
  return {
    batchBytes: EMBEDDED_BATCH_BYTES,
    list: () => send('GET', ''),
    putAreas: (areas) => send('POST', '/areas', areas.map(asTexts)),
    begin: (wanted) => send('POST', '/versions', wanted),
    renew: (id, progress) => send('POST', `/versions/${id}/lease`, progress),
    load: (id, lines) => send('POST', `/versions/${id}/rows`, lines),
    activate: (id, loaded) => send('POST', `/versions/${id}/activate`, loaded),
    drop: (id) => send('DELETE', `/versions/${id}`),
    close: async () => {},
  }
}

const asTexts = (area: object) =>
  Object.fromEntries(Object.entries(area).map(([name, value]) => [name, String(value ?? '')]))

async function reach({ host, port, dataDir }: Place, path: string, request: RequestInit): Promise<Response> {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const url = `http://${name}:${port}`
  try {
    return await fetch(url + DATA_PATH + path, request)
  } catch {
    throw new NotDone(
      `Doorstep is running on ${dataDir}, but does not answer on ${url}. Run this command with the same PORT and HOST.`,
    )
  }
}

/** Returns the words of a problem. Its details say more than its message, so they come first. */
function reasonIn(text: string): string | undefined {
  const problem = parseJson(text)
  if (!isObject<{ message?: unknown; details?: unknown }>(problem)) return undefined
  return [problem.details, problem.message].find((words): words is string => typeof words === 'string')
}
