import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'

const DRAIN_TIMEOUT_MS = 9_000

/** For this long every response asks the proxy to use another process; then this one accepts no more connections. */
export const DRAIN_NOTICE_MS = 500

/** Finishes the requests that have begun, then ends the process with exit code 0. */
export async function drain(app: FastifyInstance, { config, log, stopping }: Context): Promise<void> {
  if (stopping.signal.aborted) return
  stopping.abort()
  setTimeout(() => {
    log.warn('Stopped with requests still open')
    process.exit(0)
  }, DRAIN_TIMEOUT_MS)
  // With the embedded database there is no other process for the next request.
  if (config.databaseUrl !== undefined) await delay(DRAIN_NOTICE_MS)
  await app.close()
  process.exit(0)
}
