import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { IDENTITY_PATH, type Me } from '#protocol/identity.ts'

const RETRY_MS = 50
const HEADERS = { apikey: 'public-anon-key', 'content-type': 'application/json' }

/**
 * Enrols the phone of a page unless it is already enrolled, with a code from the office, as an agent does. Retries
 * until it is enrolled or the page is gone.
 */
export async function enrolPage(page: Page, phoneId: string, invite: () => Promise<string>): Promise<void> {
  for (;;) {
    try {
      if (await isEnrolled(page)) return
      await call(page, '/enrol', { code: await invite(), phone_id: phoneId, proof: `proof of ${phoneId}` })
    } catch (error) {
      if (page.isClosed()) throw error
      await pause(RETRY_MS)
    }
  }
}

const isEnrolled = async (page: Page) => ((await call(page, '/me')) as Me).phone !== null

const call = (page: Page, path: string, body?: object): Promise<unknown> =>
  page.evaluate(
    async ({ url, headers, body }) => {
      const request = body ? { method: 'POST', body: JSON.stringify(body) } : {}
      const answer = await fetch(url, { headers, ...request, signal: AbortSignal.timeout(5_000) })
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
      return answer.json()
    },
    { url: IDENTITY_PATH + path, headers: HEADERS, body },
  )
