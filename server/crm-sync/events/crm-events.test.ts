import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type GoHighLevelDouble,
  startGoHighLevelDouble,
} from '#crm/gohighlevel/double/go-high-level-double.ts'
import { CHANGES_PATH } from '#protocol/changes.ts'
import { createApp } from '../../app.ts'
import { configFromEnv } from '../../config.ts'
import { createContext } from '../../context.ts'
import { createLog } from '../../log.ts'
import { freshMigratedUrl } from '../../testing/databases.ts'
import { openStream, type SseStream } from '../../testing/sse-client.ts'
import { CRM_KEYS, postEvent } from './crm-events.testing.ts'

const SESSION = 'sale_1_a'
const KEY = 'test-key'

describe('Doorstep connected to GoHighLevel', () => {
  let double: GoHighLevelDouble
  let doorstep: Awaited<ReturnType<typeof startDoorstep>>
  let stream: SseStream

  beforeAll(async () => {
    double = await startGoHighLevelDouble({ contacts: 3 })
    doorstep = await startDoorstep(double)
    await call('POST', '/functions/v1/ghl-sync?endpoint=sync-leads')
    const [lead] = (await call('GET', '/rest/v1/leads?select=*')) as { id: string }[]
    await call('POST', '/rest/v1/opportunities', { session_id: SESSION, lead_id: lead?.id })
    const path = '/functions/v1/ghl-sync?endpoint=create-opportunity'
    expect(await call('POST', path, { sessionId: SESSION })).toMatchObject({ success: true })
    stream = await openStream(`${doorstep.origin}${CHANGES_PATH}?apikey=${KEY}`)
    await stream.next()
  })
  afterAll(async () => {
    stream?.close()
    await doorstep?.close()
    await double?.close()
  })

  const call = async (method: string, path: string, body?: object) => {
    const headers = { apikey: KEY, 'content-type': 'application/json' }
    const answer = await fetch(doorstep.origin + path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    })
    expect(answer.ok).toBe(true)
    return answer.json().catch(() => undefined)
  }
  const inCrm = () => double.opportunities()[0] ?? { id: '' }
  /** Returns the sale in its first change to another status. The change that records the push may arrive earlier. */
  const saleOnceNot = async (status: string): Promise<{ status: string }> => {
    const changes = await stream.nextChanges(1)
    const [sale] = changes.flatMap(({ change }) => {
      const { table, record } = change as { table: string; record: { status: string } }
      return table === 'opportunities' ? [record] : []
    })
    return sale && sale.status !== status ? sale : saleOnceNot(status)
  }

  it('closes and reopens a sale if a user of the CRM does', async () => {
    double.changeOpportunity(inCrm().id, { status: 'abandoned' })
    const lost = double.event('OpportunityStatusUpdate', inCrm().id)
    expect((await postEvent(doorstep.origin, lost)).status).toBe(200)
    expect(await saleOnceNot('open')).toMatchObject({
      session_id: SESSION,
      status: 'closed-lost',
      closed_by: 'crm',
    })

    double.changeOpportunity(inCrm().id, { status: 'open' })
    for (const type of ['OpportunityStatusUpdate', 'OpportunityUpdate'] as const)
      await postEvent(doorstep.origin, double.event(type, inCrm().id))
    expect(await saleOnceNot('closed-lost')).toMatchObject({
      session_id: SESSION,
      status: 'open',
      closed_by: null,
    })
  })
})

/** Starts the whole server, connected to the double. */
async function startDoorstep(crm: GoHighLevelDouble) {
  const database = await freshMigratedUrl()
  const config = configFromEnv({
    DATABASE_URL: database.url,
    PUBLIC_KEY: KEY,
    GHL_BASE_URL: crm.url,
    GHL_API_TOKEN: crm.token,
    GHL_LOCATION_ID: crm.locationId,
    GHL_PIPELINE_ID: crm.pipelineId,
    GHL_LEAD_TAG: crm.leadTag,
    GHL_WEBHOOK_PUBLIC_KEY: CRM_KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  })
  if (!config.ok) throw new Error(config.failure.sentence)
  const app = createApp(await createContext(config.value, createLog('silent')))
  return {
    origin: await app.listen({ host: '127.0.0.1', port: 0 }),
    async close() {
      await app.close()
      await database.drop()
    },
  }
}
