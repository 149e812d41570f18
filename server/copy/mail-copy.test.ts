import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { orderReference } from '#domain/contract/order-reference.ts'
import { agreementOf } from '#domain/testing/agreements.ts'
import { AT } from '#domain/testing/sale-commands.ts'
import { queueCopies } from '../deliveries/copies.queries.ts'
import { listDocuments } from '../documents/documents.queries.ts'
import { erasePerson } from '../erasure/person.queries.ts'
import { reply } from '../mail/smtp-server.testing.ts'
import { sha256Hex } from '../sha256.ts'
import { DATABASES } from '../testing/databases.ts'
import { serveMails } from './mails.testing.ts'

const ADDRESS = agreementOf().customer.email
const refusing = (code: number) => ({
  onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
    done(reply(code, `<${ADDRESS}> is not wanted`)),
})

let mails: Awaited<ReturnType<typeof serveMails>>
const setUp = (kind: (typeof DATABASES)[number]) => async () => {
  mails = await serveMails(kind)
}
const closeMails = () => mails?.close()
afterEach(() => mails.stopMails())

/** Signs and seals a sale. */
async function sell(sessionId: string): Promise<string> {
  await mails.sign(sessionId)
  await mails.seal(sessionId)
  return sessionId
}
const rename = (sessionId: string, name: string) =>
  sql`update opportunities set customer_name = ${name} where session_id = ${sessionId}`.execute(mails.db)

describe.each(DATABASES)("The customer's copy by mail, on the %s database", (kind) => {
  beforeAll(setUp(kind))
  afterAll(closeMails)

  test('waits without a mail server, and is mailed once there is one, unless it is older than 30 days', async () => {
    await mails.sign('waiting')
    await mails.sign('old')
    for (const sale of ['waiting', 'old']) await mails.seal(sale, false)
    await sql`alter table sealed_documents disable trigger sealed_documents_stay_the_same`.execute(mails.db)
    await sql`
      update sealed_documents set sealed_at = now() - interval '31 days' where session_id = 'old'`.execute(
      mails.db,
    )
    await sql`alter table sealed_documents enable trigger sealed_documents_stay_the_same`.execute(mails.db)
    expect(await mails.saleOf('waiting', false)).toMatchObject({
      copy: null,
      copy_state: { state: 'no-mail' },
    })
    expect([await queueCopies(mails.db), await queueCopies(mails.db)]).toEqual([1, 0])
    const { attempt, received } = await mails.startMails()
    for (const sale of ['waiting', 'old']) await attempt(sale)
    expect(await received()).toHaveLength(1)
    expect(await mails.saleOf('waiting')).toMatchObject({ copy_state: { state: 'accepted' } })
    expect(await mails.saleOf('old')).toMatchObject({ copy_state: { state: 'not-mailed' } })
  })
})

describe("The customer's copy by mail", () => {
  beforeAll(setUp('postgres'))
  afterAll(closeMails)

  test('is mailed once if two workers run', async () => {
    const sale = await sell('raced')
    const workers = [await mails.startMails(), await mails.startMails()]
    await Promise.all(workers.map(({ attempt }) => attempt(sale)))
    const received = await Promise.all(workers.map((worker) => worker.received()))
    expect(received.flat()).toHaveLength(1)
    expect(await mails.mailEvents(sale)).toHaveLength(1)
  })

  test('contains the sealed file, with the words of the agreement', async () => {
    const sale = await sell('mailed')
    const { attempt, received } = await mails.startMails()
    expect(await mails.saleOf(sale)).toMatchObject({ copy_state: { state: 'sent', at: null, reason: null } })
    expect(await attempt(sale)).toMatchObject({ ok: true })

    const [mail, ...others] = await received()
    expect(others).toEqual([])
    const reference = orderReference(AT)
    expect(mail).toMatchObject({
      to: { value: [{ address: ADDRESS }] },
      from: { value: [{ address: 'copies@sales.example', name: 'Copies' }] },
      subject: `Your copy of the agreement, order ${reference}`,
    })
    const [document] = await listDocuments(mails.db, sale)
    expect(mail?.date?.toISOString()).toBe(
      new Date(document?.sealed_at ?? '').toISOString().replace(/\.\d+/, '.000'),
    )
    expect(mail?.messageId).toBe(`<${document?.pdf_sha256.slice(0, 32)}.1@sales.example>`)
    expect(mail?.attachments).toMatchObject([
      { filename: `${reference}.pdf`, contentType: 'application/pdf' },
    ])
    expect(sha256Hex(mail?.attachments[0]?.content ?? '')).toBe(document?.pdf_sha256)
    const html = typeof mail?.html === 'string' ? mail.html : ''
    for (const words of [
      'Until we can show that you received this information',
      'Contract summary',
      agreementOf().package.name,
      'Over the 24-month minimum term',
      'https://sales.example/copy',
      'Fellside Broadband Ltd, 1 Market Place, Alston CA9 3AB, 01434 000000, help@fellside.example',
    ]) {
      expect(mail?.text).toContain(words)
      expect(html).toContain(words)
    }
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(/)
  })

  test('waits with all others if the mail server refuses our mails, until the office sends one again', async () => {
    const [first, second] = [await sell('stopped'), await sell('behind')]
    let isRefusing = true
    const { start, sendAgain } = await mails.startMails({
      onMailFrom: (_address, _session, done) => done(isRefusing ? reply(550, 'Not from here') : null),
    })
    start()
    const reason = 'The mail server does not accept emails from MAIL_FROM: 550.'
    await expect.poll(async () => (await mails.saleOf(first))?.copy_state?.reason).toBe(reason)
    expect(await mails.queued(second)).toEqual([{ sequence: 1, state: 'waiting' }])
    const { rows } = await sql<{ reason: string }>`
      select reason from receivers where target = 'copy' and closed_at is not null`.execute(mails.db)
    expect(rows).toEqual([{ reason }])
    isRefusing = false
    expect((await sendAgain(second)).json()).toEqual({ queued: 1 })
    for (const sale of [first, second])
      await expect.poll(async () => (await mails.saleOf(sale))?.copy_state?.state).toBe('accepted')
  })

  test('notes in the chain that the mail server accepted it, without the address', async () => {
    const sale = await sell('noted')
    const { attempt } = await mails.startMails()
    await attempt(sale)
    const events = await mails.mailEvents(sale)
    expect(events).toMatchObject([
      { type: 'copy-accepted', payload: { by: 'server', version: 1, code: 250 } },
    ])
    expect(JSON.stringify(events)).not.toContain(ADDRESS)
    expect(await mails.saleOf(sale)).toMatchObject({
      copy: { state: 'delivered' },
      copy_state: { state: 'accepted', at: expect.any(String), reason: null },
    })
  })

  test('is mailed once for each version; a correction is in the thread of the first', async () => {
    const sale = await sell('corrected')
    await mails.seal(sale)
    const { attempt, received } = await mails.startMails()
    await attempt(sale)
    await rename(sale, 'Ada Byron')
    await mails.seal(sale)
    expect(await mails.saleOf(sale)).toMatchObject({ copy_state: { state: 'sent' } })
    await attempt(sale)
    await attempt(sale)
    const [first, second, ...others] = await received()
    expect(others).toEqual([])
    expect(second).toMatchObject({
      subject: `Your corrected copy of the agreement, order ${orderReference(AT)}`,
      inReplyTo: first?.messageId,
      references: first?.messageId,
    })
    expect(second?.messageId).not.toBe(first?.messageId)
    expect(second?.text).toContain('Dear Ada Byron,')
    expect(second?.text).toContain('version 2')
    expect((await mails.mailEvents(sale)).map(({ payload }) => payload['version'])).toEqual([1, 2])
  })

  test('is not mailed if the customer chose paper, has no address or signed without a record', async () => {
    await mails.sign('paper', 'paper')
    await mails.sign('no address')
    await sql`update opportunities set customer_email = ' ' where session_id = 'no address'`.execute(mails.db)
    for (const sale of ['paper', 'no address']) {
      await mails.seal(sale)
      expect(await mails.queued(sale)).toEqual([])
      expect(await mails.saleOf(sale)).toMatchObject({
        copy_state: { state: sale.replace(' ', '-'), at: null, reason: null },
      })
    }
    expect(await queueCopies(mails.db)).toBe(0)
  })

  test('is tried again after 451', async () => {
    const sale = await sell('later')
    let refusals = 1
    const { attempt, received } = await mails.startMails({
      onRcptTo: (_address, _session, done) => (refusals-- > 0 ? done(reply(451, 'Later')) : done()),
    })
    expect(await attempt(sale)).toMatchObject({ ok: false, failure: { retry: 'later' } })
    expect(await mails.saleOf(sale)).toMatchObject({
      copy_state: { state: 'sent', reason: 'The mail server asked us to try again later: 451.' },
    })
    await attempt(sale)
    expect(await received()).toHaveLength(1)
    expect(await mails.mailEvents(sale)).toMatchObject([{ type: 'copy-accepted' }])
  })

  test.each([550, 552])('is parked after %i, with the code and without the address', async (code) => {
    const sale = await sell(`refused ${code}`)
    const { attempt } = await mails.startMails(refusing(code))
    await attempt(sale)
    await attempt(sale)
    expect(await mails.queued(sale)).toEqual([{ sequence: 1, state: 'parked' }])
    const known = await mails.saleOf(sale)
    expect(known).toMatchObject({
      copy_state: { state: 'refused', reason: expect.stringContaining(`Refused: ${code}`) },
    })
    const events = await mails.mailEvents(sale)
    expect(events).toMatchObject([{ type: 'copy-refused', payload: { version: 1, code } }])
    expect(JSON.stringify([known, events])).not.toContain(ADDRESS)
  })

  test('is sent as the same mail again if the connection broke after sending, and is noted once', async () => {
    const sale = await sell('dropped')
    let drops = 1
    const raw: string[] = []
    const { attempt, drop } = await mails.startMails({
      onData(stream, _session, done) {
        let text = ''
        stream.on('data', (part) => {
          text += part
        })
        stream.on('end', () => {
          raw.push(text)
          if (drops-- > 0) drop()
          else done()
        })
      },
    })
    expect(await attempt(sale)).toMatchObject({ failure: { retry: 'later' } })
    expect(await mails.mailEvents(sale)).toEqual([])
    await attempt(sale)
    expect(raw).toHaveLength(2)
    expect(raw[1]).toBe(raw[0])
    expect(await mails.mailEvents(sale)).toHaveLength(1)
  })

  test('is not sent again if the worker was killed after it noted that it was accepted', async () => {
    const sale = await sell('killed')
    const { attempt, received } = await mails.startMails()
    await attempt(sale)
    await sql`update deliveries set state = 'waiting', delivered = 0 where session_id = ${sale}`.execute(
      mails.db,
    )
    await attempt(sale)
    expect(await received()).toHaveLength(1)
    expect(await mails.saleOf(sale)).toMatchObject({ copy_state: { state: 'accepted' } })
  })

  test('is sent again on request, as the same mail', async () => {
    const sale = await sell('again')
    const { attempt, raw, sendAgain } = await mails.startMails()
    await attempt(sale)
    await attempt(sale)
    expect(raw).toHaveLength(1)
    const clock = (await mails.saleOf(sale))?.clock
    expect(clock).toMatchObject({ informed_at: expect.any(String) })
    expect((await sendAgain(sale)).json()).toEqual({ queued: 1 })
    await attempt(sale)
    expect(raw).toHaveLength(2)
    expect((await mails.saleOf(sale))?.clock, 'The first copy counts').toEqual(clock)
    expect(raw[1]?.raw.toString()).toBe(raw[0]?.raw.toString())
    expect(await mails.mailEvents(sale)).toHaveLength(2)
  })

  test('is not sent again without the key, for an unknown sale, or if it may not be mailed', async () => {
    await mails.sign('kept on paper', 'paper')
    await mails.seal('kept on paper')
    const { sendAgain } = await mails.startMails()
    expect((await sendAgain('again', 'wrong')).statusCode).toBe(401)
    expect((await sendAgain('unknown')).statusCode).toBe(404)
    const refused = await sendAgain('kept on paper')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'copy-not-mailed'])
  })

  test('is forgotten with an erased sale', async () => {
    const sale = await sell('erased')
    const { attempt, received } = await mails.startMails()
    await attempt(sale)
    await rename(sale, 'Ada Byron')
    await mails.seal(sale)
    await erasePerson(mails.db, ADDRESS)
    await attempt(sale)
    expect(await received()).toHaveLength(1)
    expect(await mails.queued(sale)).toEqual([])
    expect(await mails.mailEvents(sale)).toEqual([])
    expect(await mails.saleOf(sale)).toBeUndefined()
  })
})
