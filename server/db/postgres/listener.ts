import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** Listens on a channel of the database until it is stopped. */
export type Listener = {
  stop(): Promise<void>
}

const RETRY_MS = 1_000

/**
 * Listens on its own connection and replaces that if it breaks. It then calls `onNotified` with an empty payload,
 * because notifications may have been lost. They are only hints: callers must read the facts from a table.
 */
export function startListener(
  newClient: () => pg.Client,
  channel: string,
  onNotified: (payload: string) => void,
): Listener {
  const stopping = new AbortController()

  const listenOnce = async () => {
    const client = newClient()
    const gone = new Promise<void>((resolve) => client.once('end', resolve))
    const leave = () => void client.end().catch(() => {})
    client.on('notification', ({ payload = '' }) => onNotified(payload))
    stopping.signal.addEventListener('abort', leave, { once: true })
    try {
      // If a client is ended while it connects, `connect` never settles.
      await Promise.race([client.connect(), gone])
      await client.query(`listen ${channel}`)
      onNotified('')
      await gone
    } finally {
      stopping.signal.removeEventListener('abort', leave)
      leave()
    }
  }
  const listen = async () => {
    while (!stopping.signal.aborted) {
      // Swallowed, because the other queries report why they fail.
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
