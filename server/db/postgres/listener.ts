import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** Listens on a channel of the database until it is stopped. */
export type Listener = {
  stop(): Promise<void>
}

const RETRY_MS = 1_000

/**
 * Listens on a connection of its own. When that breaks, another takes its place; `heard` is called then too, without
 * a payload, as nobody knows what was said meanwhile. Nothing is promised: what must not be missed is read elsewhere.
 */
export function startListener(
  newClient: () => pg.Client,
  channel: string,
  heard: (payload: string) => void,
): Listener {
  const stopping = new AbortController()

  const listenOnce = async () => {
    const client = newClient()
    const gone = new Promise<void>((resolve) => client.once('end', resolve))
    const leave = () => void client.end().catch(() => {})
    client.on('notification', ({ payload = '' }) => heard(payload))
    stopping.signal.addEventListener('abort', leave, { once: true })
    try {
      // If a client is ended while it connects, `connect` never settles.
      await Promise.race([client.connect(), gone])
      await client.query(`listen ${channel}`)
      heard('')
      await gone
    } finally {
      stopping.signal.removeEventListener('abort', leave)
      leave()
    }
  }
  const listen = async () => {
    while (!stopping.signal.aborted) {
      // Why it failed, every other query says as well.
      await listenOnce().catch(() => {})
      await delay(RETRY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const listened = listen()

  return {
    async stop() {
      stopping.abort()
      await listened
    },
  }
}
