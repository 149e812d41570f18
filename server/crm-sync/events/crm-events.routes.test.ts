import { generateKeyPairSync, sign } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { CRM_EVENTS_PATH, crmEventsRoutes } from './crm-events.routes.ts'
import { CRM_KEYS, postEvent, signatureOf } from './crm-events.testing.ts'

const MINUTE = 60_000
const LOCATION = 'loc1'
const later = (ms: number) => new Date(Date.now() + ms).toISOString()

/** Returns an event with all the fields that the CRM sends. */
const event = (rest: object = {}) => ({
  type: 'OpportunityStatusUpdate',
  locationId: LOCATION,
  id: 'opp1',
  contactId: 'contact1',
  status: 'won',
  name: 'Ada Ward - Basic Broadband',
  monetaryValue: 1294,
  timestamp: later(0),
  webhookId: 'hook1',
  ...rest,
})

describe('An event of the CRM', () => {
  let database: FreshDatabase
  let app: FastifyInstance
  let origin: string
  let wakes: number

  beforeAll(async () => {
    database = await freshDatabase('postgres')
    app = Fastify()
    const config = { crmWebhookKey: CRM_KEYS.publicKey, crm: { locationId: LOCATION } as never }
    const crmEvents = { wake: () => (wakes += 1) } as never
    app.register(crmEventsRoutes({ db: database.db, crmEvents, config }))
    origin = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  beforeEach(async () => {
    wakes = 0
    await database.db.deleteFrom('crm_events').execute()
  })
  afterAll(async () => {
    await app?.close()
    await database?.close()
  })

  const post = async (body: object | string, headers?: Record<string, string>) =>
    (await postEvent(origin, body, headers)).status
  const stored = () => database.db.selectFrom('crm_events').selectAll().orderBy('id').execute()

  it('is stored before the response and worked off afterwards', async () => {
    expect(await post(event())).toBe(200)
    expect(await stored()).toMatchObject([
      { webhook_id: 'hook1', record_kind: 'opportunity', record_id: 'opp1', state: 'waiting' },
    ])
    expect(wakes).toBe(1)
  })

  it('is stored without personal data', async () => {
    await post(event({ type: 'ContactUpdate', firstName: 'Ada', email: 'ada@example.org' }))
    expect(JSON.stringify(await stored())).not.toMatch(/ada/i)
  })

  it('is stored once, even if it arrives several times', async () => {
    const again = await Promise.all([event(), event(), event()].map((body) => post(body)))
    expect(again).toEqual([200, 200, 200])
    expect(await stored()).toHaveLength(1)
  })

  it('is identified by its body if it has no id', async () => {
    const [one, other] = [event({ webhookId: undefined }), event({ webhookId: undefined, id: 'opp2' })]
    for (const body of [one, one, other]) expect(await post(body)).toBe(200)
    expect(await stored()).toMatchObject([{ record_id: 'opp1' }, { record_id: 'opp2' }])
  })

  it('is worked off again if it has no id and arrives again', async () => {
    const body = event({ webhookId: undefined })
    await post(body)
    await database.db.updateTable('crm_events').set({ state: 'done' }).execute()
    await post(body)
    expect(await stored()).toMatchObject([{ state: 'waiting' }])
    await database.db.updateTable('crm_events').set({ state: 'done', webhook_id: 'known' }).execute()
    await post(event({ webhookId: 'known' }))
    expect(await stored()).toMatchObject([{ state: 'done' }])
  })

  test.each([
    ['of another location', { locationId: 'loc2' }],
    ['of no location', { locationId: undefined }],
    ['of an unused type', { type: 'NoteCreate' }],
    ['about no record', { type: 'AppInstall', id: undefined }],
  ])('%s is stored as ignored', async (_, rest) => {
    expect(await post(event(rest))).toBe(200)
    expect(await stored()).toMatchObject([{ state: 'ignored', record_id: null }])
  })

  describe('should be refused', () => {
    const stranger = generateKeyPairSync('ed25519').privateKey
    const body = JSON.stringify(event())
    const signature = signatureOf(body)

    test.each([
      ['without a signature', ''],
      ["with a stranger's", sign(null, Buffer.from(body), stranger).toString('base64')],
      ['with that of another body', signatureOf(`${body} `)],
      ['with a truncated one', signature.slice(0, -4)],
      ['with one that is longer', `${signature}AAAA`],
      ['with one in hex', Buffer.from(signature, 'base64').toString('hex')],
      ['with two', `${signature}, ${signature}`],
      ['with a word', 'null'],
    ])('%s', async (_, given) => {
      expect(await post(body, { 'x-ghl-signature': given })).toBe(401)
      expect(await stored()).toEqual([])
    })

    it('if only the retired header has a signature', async () => {
      expect(await post(body, { 'x-ghl-signature': '', 'x-wh-signature': signature })).toBe(401)
    })

    it('if it is empty', async () => {
      expect((await fetch(origin + CRM_EVENTS_PATH, { method: 'POST' })).status).toBe(401)
    })

    it('if it is huge', async () => {
      expect(await post(event({ name: 'x'.repeat(1024 * 1024) }))).toBe(413)
    })

    test.each([
      ['is no JSON', '{"type":'],
      ['is a list', '[]'],
      ['is nothing', 'null'],
      ['has no type', JSON.stringify(event({ type: undefined }))],
      ['names no record', JSON.stringify(event({ id: undefined }))],
      ['names it by a NUL', JSON.stringify(event({ id: 'a\0b' }))],
      ['names it at length', JSON.stringify(event({ id: 'x'.repeat(201) }))],
      ['has an object for an id', JSON.stringify(event({ webhookId: {} }))],
      ['has no time for a timestamp', JSON.stringify(event({ timestamp: 'yesterday' }))],
    ])('if it %s, even if signed', async (_, given) => {
      expect(await post(given)).toBe(400)
      expect(await stored()).toEqual([])
    })

    test.each([
      ['older than its last retry', -76 * MINUTE],
      ['from the future', 6 * MINUTE],
    ])('if it is %s', async (_, ms) => {
      expect(await post(event({ timestamp: later(ms) }))).toBe(401)
      expect(await stored()).toEqual([])
    })
  })

  it('is accepted at its sixth retry, and from a clock slightly ahead', async () => {
    expect(await post(event({ timestamp: later(-70 * MINUTE) }))).toBe(200)
    expect(await post(event({ timestamp: Date.now() + 4 * MINUTE, webhookId: 'hook2' }))).toBe(200)
  })

  it('returns 429, so that the CRM retries, if it cannot be stored', async () => {
    await database.db.schema.alterTable('crm_events').renameTo('crm_events_away').execute()
    try {
      expect(await post(event())).toBe(429)
      expect(wakes).toBe(0)
    } finally {
      await database.db.schema.alterTable('crm_events_away').renameTo('crm_events').execute()
    }
    expect(await post(event())).toBe(200)
    expect(await stored()).toHaveLength(1)
  })
})
