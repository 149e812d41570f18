import { setTimeout as pause } from 'node:timers/promises'
import type { Running } from './processes.ts'

const PAUSE_MS = 5
const HEADERS = { apikey: 'public-anon-key', 'content-type': 'application/json' }

/** Changes a lead repeatedly until `end`, one write after another. Returns how long each write took in milliseconds. */
export async function writeUntil(
  { server, lead }: { server: Running; lead: string },
  end: Promise<unknown>,
): Promise<number[]> {
  let isOver = false
  const over = end.finally(() => {
    isOver = true
  })
  const timesMs: number[] = []
  while (!isOver) {
    const startedAt = performance.now()
    const status = timesMs.length % 2 === 0 ? 'contacted' : 'qualified'
    const answer = await fetch(`${server.url}/rest/v1/leads?id=eq.${lead}`, {
      method: 'PATCH',
      headers: HEADERS,
      body: JSON.stringify({ status }),
    })
    if (!answer.ok) throw new Error(`The write failed: ${answer.status} ${await answer.text()}`)
    timesMs.push(performance.now() - startedAt)
    await pause(PAUSE_MS)
  }
  await over
  return timesMs
}
