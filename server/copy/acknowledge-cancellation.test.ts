import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { orderReference } from '#domain/contract/order-reference.ts'
import { agreementOf } from '#domain/testing/agreements.ts'
import { AT } from '#domain/testing/sale-commands.ts'
import { listCustomerNotices } from '../back-office/customer-notices.queries.ts'
import { queueAcknowledgements } from '../deliveries/acknowledgements.queries.ts'
import { erasePerson } from '../erasure/person.queries.ts'
import { reply } from '../mail/smtp-server.testing.ts'
import { DATABASES } from '../testing/databases.ts'
import { serveMails } from './mails.testing.ts'

const ADDRESS = agreementOf().customer.email

describe.each(DATABASES)('The acknowledgement of a cancellation, on the %s database', (kind) => {
  let mails: Awaited<ReturnType<typeof serveMails>>
  beforeAll(async () => {
    mails = await serveMails(kind)
  })
  afterEach(() => mails.stopMails())
  afterAll(() => mails?.close())

  const noticeOf = async (sessionId: string) =>
    (await listCustomerNotices(mails.db, false)).find(({ session_id }) => session_id === sessionId)

  test('is mailed with date, time and order, even to a customer who chose paper', async () => {
    await mails.sign('cancelled', 'paper')
    const { received_at } = await mails.cancel('cancelled')
    const { attemptAcknowledgement, received } = await mails.startMails()
    expect(await attemptAcknowledgement('cancelled')).toMatchObject({ ok: true })
    const [mail, ...others] = await received()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: { value: [{ address: ADDRESS }] },
      subject: `We have received your cancellation, order ${orderReference(AT)}`,
      attachments: [],
    })
    expect(mail?.date?.getTime()).toBe(Math.floor(Date.parse(received_at) / 1_000) * 1_000)
    expect(mail?.messageId).toMatch(/^<[0-9a-f]{32}\.cancelled@sales\.example>$/)
    expect(mail?.text).toMatch(
      /We received your cancellation on \w+day \d+ \w+ \d{4} at \d\d:\d\d\. Please keep this email\./,
    )
    expect(mail?.html).toContain('<dt>Order</dt>')
  })

  test('is noted once it was accepted, for customer, office and chain', async () => {
    await mails.sign('noted')
    await mails.cancel('noted')
    expect(await mails.pageOf('noted')).toMatchObject({ acknowledged_at: null })
    expect(await noticeOf('noted')).toMatchObject({ acknowledged_at: null })
    const { attemptAcknowledgement } = await mails.startMails()
    await attemptAcknowledgement('noted')
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(await mails.pageOf('noted')).toMatchObject({ acknowledged_at: at })
    expect(await noticeOf('noted')).toMatchObject({ acknowledged_at: at })
    expect(await mails.mailEvents('noted')).toMatchObject([
      { type: 'cancel-acknowledged', payload: { by: 'server', code: 250 } },
    ])
  })

  test('is sent once for a cancellation that was repeated', async () => {
    await mails.sign('repeated')
    for (let n = 0; n < 2; n++) await mails.cancel('repeated')
    const { attemptAcknowledgement, raw } = await mails.startMails()
    for (let n = 0; n < 2; n++) await attemptAcknowledgement('repeated')
    await mails.cancel('repeated')
    await attemptAcknowledgement('repeated')
    expect(raw).toHaveLength(1)
  })

  test('is sent as the same mail again after a temporary failure, and is not noted before it was accepted', async () => {
    await mails.sign('later')
    await mails.cancel('later')
    let failures = 1
    const raw: string[] = []
    const { attemptAcknowledgement } = await mails.startMails({
      onData(stream, _session, done) {
        let text = ''
        stream.on('data', (part) => {
          text += part
        })
        stream.on('end', () => {
          raw.push(text)
          done(failures-- > 0 ? reply(451, 'Later') : null)
        })
      },
    })
    await attemptAcknowledgement('later')
    expect(await mails.pageOf('later')).toMatchObject({ acknowledged_at: null })
    await attemptAcknowledgement('later')
    expect(raw).toHaveLength(2)
    expect(raw[1]).toBe(raw[0])
    expect(await mails.mailEvents('later')).toHaveLength(1)
  })

  test('waits for a mail server', async () => {
    await mails.sign('waiting')
    await mails.cancel('waiting', false)
    expect(await mails.saleOf('waiting')).toMatchObject({ acknowledgement: null })
    expect([await queueAcknowledgements(mails.db), await queueAcknowledgements(mails.db)]).toEqual([1, 0])
    const { attemptAcknowledgement, raw } = await mails.startMails()
    await attemptAcknowledgement('waiting')
    expect(raw).toHaveLength(1)
  })

  test('is not mailed without an address', async () => {
    await mails.sign('no address')
    await sql`update opportunities set customer_email = '' where session_id = 'no address'`.execute(mails.db)
    await mails.cancel('no address')
    expect(await mails.saleOf('no address')).toMatchObject({ acknowledgement: null })
    expect(await queueAcknowledgements(mails.db)).toBe(0)
  })

  test('is forgotten with an erased sale', async () => {
    await mails.sign('erased')
    await mails.cancel('erased')
    await erasePerson(mails.db, ADDRESS)
    const { attemptAcknowledgement, raw } = await mails.startMails()
    await attemptAcknowledgement('erased')
    expect(raw).toEqual([])
    expect(await mails.saleOf('erased')).toBeUndefined()
  })
})
