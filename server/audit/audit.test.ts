import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phoneName } from '#domain/phone/phone-name.ts'
import type { ActListed, AuditPage, Verb } from '#protocol/audit.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { createApp } from '../app.ts'
import { configFromEnv } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { erasePerson } from '../erasure/person.queries.ts'
import { receiveEvidence } from '../evidence/receive-evidence.ts'
import { recordOf, signSale } from '../evidence/signings.testing.ts'
import { createLog } from '../log.ts'
import {
  DATABASES,
  type FreshDatabase,
  type FreshPostgres,
  freshDatabase,
  freshMigratedUrl,
} from '../testing/databases.ts'
import { listActs } from './audit.queries.ts'
import { BY_OPERATOR, recordAct, recorded } from './record-act.queries.ts'

const ANY = { verb: '', session_id: '', from: '', to: '', limit: 50 } as const
const SALE = 'sale_1700000000000_a'

/** The act that each file that leaves through the back office records. */
const FILES: Record<string, Verb> = {
  'GET /sales.csv': 'sales-exported',
  'GET /leads/export': 'leads-exported',
  'GET /do-not-knock/export': 'register-exported',
  'GET /audit.csv': 'audit-exported',
  'GET /documents/:session_id/:file': 'document-downloaded',
}

/** The acts that each route of the office that may change something records, or the reason why it records none. */
const ROUTES: Record<string, readonly Verb[] | string> = {
  'POST /deliveries/retry': ['deliveries-retried'],
  'PUT /deliveries/:id': ['report-corrected', 'customer-corrected'],
  'DELETE /lead-pull': ['lead-pull-stopped'],
  'POST /dealt-with': ['dealt-with', 'opened-again'],
  'POST /sales/:session_id/release': ['sale-released'],
  'PUT /phones/:id': ['phone-renamed'],
  'PUT /phones/:id/state': ['phone-suspended', 'phone-resumed', 'phone-wipe-asked'],
  'POST /people': ['person-invited'],
  'PATCH /people/:id': ['person-changed'],
  'POST /people/:id/invitations': ['person-invited'],
  'POST /tokens': ['token-made'],
  'DELETE /tokens/:id': ['token-revoked'],
  'POST /sales/:session_id/outcomes': ['outcome-recorded'],
  'PUT /sales/:session_id/outcomes/:id': ['outcome-taken-back', 'outcome-restored'],
  'POST /leads/import': ['leads-imported'],
  'POST /copy-code/revoke': ['code-revoked'],
  'POST /copy-code/renew': ['code-renewed'],
  'POST /copies/send-again': ['copy-sent-again'],
  'POST /do-not-knock': ['door-closed'],
  'POST /do-not-knock/:id/lift': ['door-opened'],
  'POST /data/areas': ['areas-saved'],
  'DELETE /data/areas/:area': ['area-deleted'],
  'DELETE /data/versions/:id': ['data-dropped'],
  'POST /data/versions/:id/activate': ['data-imported'],
  'POST /data/versions': 'it begins an import, which counts once it is done',
  'POST /data/versions/:id/lease': 'it keeps an import alive',
  'POST /data/versions/:id/rows': 'it is a part of an import',
}

describe('The audit', () => {
  let postgres: FreshPostgres
  let context: Context
  let app: FastifyInstance
  const routes: string[] = []
  const files: string[] = []
  beforeAll(async () => {
    postgres = await freshMigratedUrl()
    // A worker would take the retried deliveries.
    const config = configFromEnv({ DATABASE_URL: postgres.url }, ['--role=api'])
    if (!config.ok) throw new Error(config.failure.sentence)
    context = await createContext(config.value, createLog('silent'))
    app = createApp(context)
    app.addHook('onRoute', ({ url, method, config: { describes } = {} }) => {
      if (describes === undefined || !url.startsWith(BACK_OFFICE_PATH)) return
      for (const one of [method].flat())
        if (!['GET', 'HEAD'].includes(one)) routes.push(`${one} ${url.slice(BACK_OFFICE_PATH.length)}`)
        else if (one === 'GET' && describes !== 'refused' && typeof describes.answer === 'string')
          files.push(`GET ${url.slice(BACK_OFFICE_PATH.length)}`)
    })
    await app.ready()
    await signSale(context.db, SALE)
    await receiveEvidence(context.db, { record: recordOf(SALE), earlier: undefined, copyLinkDays: 760 })
  })
  afterAll(async () => {
    await app?.close()
    await postgres?.drop()
  })

  type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  const call = (method: Method, path: string, body?: object) =>
    app.inject({
      method,
      url: BACK_OFFICE_PATH + path,
      headers: { apikey: 'public-anon-key' },
      ...(body && { body }),
    })
  const audit = async (query = '') => (await call('GET', `/audit${query}`)).json<AuditPage>()
  /** Makes calls and returns the acts that they added, oldest first. */
  async function actsOf(...calls: readonly Parameters<typeof call>[]): Promise<ActListed[]> {
    const before = (await audit()).acts[0]?.id ?? 0
    for (const one of calls) await call(...one)
    return (await audit()).acts.filter(({ id }) => id > before).toReversed()
  }
  const verbsOf = async (...calls: readonly Parameters<typeof call>[]) =>
    (await actsOf(...calls)).map(({ verb }) => verb)

  test('knows every route of the office that may change something', () => {
    expect([...new Set(routes)].map((route) => route.replace(/\/$/, '')).toSorted()).toEqual(
      Object.keys(ROUTES).toSorted(),
    )
  })

  test('knows every file that leaves through the office', () =>
    expect(files.toSorted()).toEqual(Object.keys(FILES).toSorted()))

  test('records an act with its sale and its request, and no personal data', async () => {
    const outcome = { id: randomUUID(), kind: 'note', happened_on: '2026-11-24', words: 'Ada was in' }
    const [act, ...others] = await actsOf(['POST', `/sales/${SALE}/outcomes`, outcome])
    expect(act).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      actor: 'office',
      actor_name: null,
      verb: 'outcome-recorded',
      object_id: outcome.id,
      object_name: null,
      session_id: SALE,
      details: { kind: 'note' },
      request_id: expect.stringMatching(/^[0-9a-f-]{32,36}$/),
    })
    expect(others).toEqual([])
  })

  test('records each change once: neither a repeat nor a refused call adds an act', async () => {
    const id = randomUUID()
    const outcome = { id, kind: 'note', happened_on: '2026-11-24', words: 'x' }
    const outcomes = `/sales/${SALE}/outcomes`
    const twice = (...one: Parameters<typeof call>) => verbsOf(one, one)
    expect(await twice('POST', outcomes, outcome)).toEqual(['outcome-recorded'])
    expect(await verbsOf(['POST', outcomes, { ...outcome, id: randomUUID(), words: '' }])).toEqual([])
    expect(await twice('PUT', `${outcomes}/${id}`, { taken_back: true })).toEqual(['outcome-taken-back'])
    expect(await twice('PUT', `${outcomes}/${id}`, { taken_back: false })).toEqual(['outcome-restored'])

    await context.db.insertInto('phones').values({ id }).execute()
    expect(await twice('PUT', `/phones/${id}`, { label: 'Mara' })).toEqual(['phone-renamed'])
    expect(await verbsOf(['PUT', `/phones/${randomUUID()}`, { label: 'Mara' }])).toEqual([])

    await sql`insert into documents_given (session_id, since) values (${SALE}, now()) on conflict do nothing`.execute(
      context.db,
    )
    const entry = { kind: 'documents', session_id: SALE }
    expect(await twice('POST', '/dealt-with', { ...entry, dealt_with: true })).toEqual(['dealt-with'])
    expect(await twice('POST', '/dealt-with', { ...entry, dealt_with: false })).toEqual(['opened-again'])

    const zone = { id, scope: 'zone', reason: 'asked', source: 'phone', place: { postcodes: ['LL79 1AA'] } }
    expect(await twice('POST', '/do-not-knock', zone)).toEqual(['door-closed'])
    expect(await twice('POST', `/do-not-knock/${id}/lift`, { why: 'mistake' })).toEqual(['door-opened'])

    expect(await twice('POST', '/copy-code/revoke', { session_id: SALE })).toEqual(['code-revoked'])
    expect(await twice('POST', '/copy-code/renew', { session_id: SALE })).toEqual([
      'code-renewed',
      'code-renewed',
    ])
    const area = {
      area: 'W06000023',
      name: 'Powys',
      state: 'open',
      open_from: '',
      open_to: '',
      max_voucher: '',
    }
    const checked = { ...area, source_url: '', checked_on: '2026-05-01', note: '' }
    expect(await twice('POST', '/data/areas', [checked])).toEqual(['areas-saved'])
    expect((await audit()).acts[0]?.request_id).not.toBeNull()
    expect(await twice('DELETE', '/data/areas/W06000023')).toEqual(['area-deleted'])
    expect((await audit()).acts[0]?.request_id).not.toBeNull()
    expect(await twice('DELETE', '/lead-pull')).toEqual([])
  })

  test('records corrections, by the names of the fields, and retries', async () => {
    const { db } = context
    await db
      .insertInto('opportunities')
      .values({ session_id: 'sale_open', customer_name: 'Ada King', customer_email: 'ada@' })
      .execute()
    const { id } = await db
      .insertInto('deliveries')
      .values({ session_id: 'sale_open', target: 'crm' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('deliveries').set({ state: 'parked' }).where('id', '=', id).execute()
    const correct = (customer: object) => actsOf(['PUT', `/deliveries/${id}`, { customer }])
    expect(await correct({ customer_name: 'Ada King', customer_email: 'ada@example.org' })).toMatchObject([
      { verb: 'customer-corrected', session_id: 'sale_open', details: { fields: 'customer_email' } },
    ])
    expect(await correct({ customer_email: '' })).toEqual([])
    await db.updateTable('deliveries').set({ state: 'parked', attempts: 1 }).where('id', '=', id).execute()
    const retry = (which: object) => actsOf(['POST', '/deliveries/retry', which])
    const all = { target: 'crm', state: 'parked' }
    expect(await retry(all)).toMatchObject([{ verb: 'deliveries-retried', details: { ...all, count: 1 } }])
    expect(await retry(all)).toEqual([])
    expect(await retry({ target: 'crm', session_id: 'sale_unknown' })).toEqual([])
    const again = {
      verb: 'deliveries-retried',
      session_id: 'sale_open',
      details: { target: 'crm', count: 1 },
    }
    expect(await retry({ ids: [id] })).toMatchObject([{ ...again, object_id: String(id) }])
    expect(await correct({ customer_name: 'Ada King' })).toMatchObject([again])
  })

  test('records a retry that only reopens a receiver', async () => {
    const { db } = context
    await db
      .insertInto('receivers')
      .values({
        target: 'automation',
        receiver: 'https://gone.example',
        closed_at: sql`now()`,
        reason: 'Gone.',
      })
      .execute()
    const resume = () => actsOf(['POST', '/deliveries/retry', { target: 'automation', state: 'outstanding' }])
    expect(await resume()).toMatchObject([
      { verb: 'deliveries-retried', details: { target: 'automation', state: 'outstanding', count: 0 } },
    ])
    expect(await resume()).toEqual([])
  })

  test('records every export with its filters, but without the text searched for', async () => {
    expect(
      await actsOf(
        ['GET', '/sales.csv?search=smith&status=closed-won'],
        ['GET', '/sales.csv?status=lost'],
        ['GET', '/leads/export'],
        ['GET', '/do-not-knock/export?search=smith&state=lifted'],
        ['GET', `/audit.csv?verb=door-closed&session_id=${SALE}`],
        ['HEAD', '/leads/export'],
        ['GET', `/documents/${SALE}/1.pdf`],
      ),
    ).toMatchObject([
      { verb: 'sales-exported', details: { status: 'closed-won', has_search: true } },
      { verb: 'leads-exported' },
      { verb: 'register-exported', details: { state: 'lifted', has_search: true } },
      { verb: 'audit-exported', session_id: null, details: { verb: 'door-closed', has_sale: true } },
    ])
    const stored = (await audit()).acts.map(({ object_name: _, ...act }) => act)
    expect(JSON.stringify(stored)).not.toMatch(/"search"|smith|King|Mara|example/)
  })

  test('can be searched by kind, sale and day, in pages, and exported', async () => {
    expect((await audit('?verb=door-closed')).acts).toHaveLength(1)
    const { acts } = await audit(`?session_id=${SALE}`)
    expect(new Set(acts.map(({ session_id }) => session_id))).toEqual(new Set([SALE]))
    expect((await audit('?to=2020-01-01')).acts).toEqual([])
    const all = (await audit('?limit=200')).acts.map(({ id }) => id)
    const paged: number[] = []
    for (let next: number | null = Number.MAX_SAFE_INTEGER; next !== null; ) {
      const page: AuditPage = await audit(`?limit=3&before=${next}`)
      paged.push(...page.acts.map(({ id }) => id))
      next = page.next
    }
    expect(paged).toEqual(all)
    const lines = (await call('GET', '/audit.csv?verb=door-closed')).body.split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFid,at,actor,actor_name,verb,object_id,object_name,session_id,details,request_id',
    )
    expect(lines).toHaveLength(3)
    for (const query of ['verb=sold', 'from=2026-02-30', 'before=x', 'limit=201', 'more=1'])
      expect([query, (await call('GET', `/audit?${query}`)).statusCode]).toEqual([query, 400])
  })

  test('adds each act once to the events of its sale', async () => {
    await context.db
      .insertInto('deliveries')
      .values({ session_id: SALE, target: 'automation', step: 'contract', payload: '{}' })
      .execute()
    await call('POST', '/deliveries/retry', { target: 'automation', session_id: SALE })
    const events = (await call('GET', `/sales/${SALE}/timeline`)).json<{ kind: string; actor: string }[]>()
    expect(events).toContainEqual(expect.objectContaining({ kind: 'deliveries-retried', actor: 'office' }))
    const kinds = events.map(({ kind }) => kind)
    expect(kinds).not.toContain('outcome-recorded')
    expect(kinds.filter((kind) => kind === 'code-revoked')).toHaveLength(1)
  })

  test('is refused without the key', async () => {
    for (const path of ['/audit', '/audit.csv'])
      expect((await app.inject({ url: BACK_OFFICE_PATH + path })).statusCode).toBe(401)
  })
})

describe.each(DATABASES)('The audit on the %s database', (kind) => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database?.close())

  test('stores an act together with its effect or not at all, and never changes it', async () => {
    const { db } = database
    const act = { verb: 'phone-renamed', objectId: 'a' } as const
    const id = randomUUID()
    const insert = (tx: typeof db) => tx.insertInto('phones').values({ id }).execute()
    await expect(
      recorded(db, BY_OPERATOR, insert, () => {
        throw new Error('It was not done.')
      }),
    ).rejects.toThrow('It was not done.')
    expect(await db.selectFrom('phones').select('id').execute()).toEqual([])
    await recorded(db, BY_OPERATOR, insert, () => act)
    expect((await listActs(db, ANY)).acts).toMatchObject([
      { actor: 'operator', verb: 'phone-renamed', object_id: 'a', session_id: null, request_id: null },
    ])
    for (const change of [sql`update audit set verb = 'x'`, sql`delete from audit`, sql`truncate audit`])
      await expect(change.execute(db)).rejects.toThrow('The audit cannot be changed')
  })

  test('names the person, phone or token of an act by its present name', async () => {
    const { db } = database
    const personId = randomUUID()
    const phoneId = randomUUID()
    const tokenId = randomUUID()
    await db.insertInto('people').values({ id: personId, name: 'Eve Agent', role: 'agent' }).execute()
    const { number } = await db
      .insertInto('phones')
      .values({ id: phoneId })
      .returning('number')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('tokens')
      .values({ id: tokenId, name: 'n8n', token_sha256: Buffer.from('x'), hint: 'abcd', permissions: [] })
      .execute()
    const name = phoneName(number)
    const acts: [Parameters<typeof recordAct>[2], string | null][] = [
      [{ verb: 'person-changed', objectId: personId, details: { status: 'retired' } }, 'Eve Agent'],
      [{ verb: 'phone-suspended', objectId: phoneId }, name],
      [{ verb: 'token-revoked', objectId: tokenId }, 'n8n'],
      [{ verb: 'sales-exported', details: { owner: personId, phone: phoneId } }, 'Eve Agent'],
      [{ verb: 'sales-exported', details: { owner: '', phone: phoneId } }, name],
      [{ verb: 'sales-exported', details: { owner: '', phone: '' } }, null],
      [{ verb: 'phone-wiped', objectId: randomUUID() }, null],
    ]
    for (const [act] of acts) await recordAct(db, BY_OPERATOR, act)
    const listed = (await listActs(db, { ...ANY, limit: acts.length })).acts.toReversed()
    expect(listed.map(({ object_name }) => object_name)).toEqual(acts.map(([, expected]) => expected))
  })

  test('remains when a person is erased, and says how much was erased', async () => {
    const { db } = database
    await db
      .insertInto('opportunities')
      .values({ session_id: 'sale_1', customer_email: 'ada@example.org' })
      .execute()
    await recordAct(db, BY_OPERATOR, { verb: 'copy-sent-again', sessionId: 'sale_1' })
    await erasePerson(db, 'ada@example.org')
    expect((await listActs(db, { ...ANY, limit: 2 })).acts).toMatchObject([
      {
        actor: 'operator',
        verb: 'person-erased',
        details: { sales: 1, leads: 0, copies: expect.any(Number) },
      },
      { verb: 'copy-sent-again', session_id: 'sale_1' },
    ])
    const before = await listActs(db, ANY)
    await erasePerson(db, 'ada@example.org')
    expect(await listActs(db, ANY)).toEqual(before)
  })
})
