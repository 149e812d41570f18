import { setTimeout as delay } from 'node:timers/promises'
import { GHL_SYNC_PATH } from '#protocol/functions.ts'

const RETRY_MS = 250

/**
 * Pulls the sandbox CRM's leads once the server is ready, so that a developer can sell at once. A repeat does no harm.
 */
export async function fillWithSandboxLeads(origin: string, apikey: string): Promise<void> {
  while (!(await isReady(origin))) await delay(RETRY_MS)
  const response = await fetch(`${origin}${GHL_SYNC_PATH}?endpoint=sync-leads`, {
    method: 'POST',
    headers: { apikey },
  })
  if (!response.ok) process.stderr.write(`The sandbox leads are missing: ${await response.text()}\n`)
}

/** The connection is refused until the server listens. */
const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
