import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Delivery } from '../deliveries/deliveries.queries.ts'
import { HELD } from '../deliveries/held.ts'
import type { Mail } from '../mail/port.ts'
import { holdSale, releaseSale } from '../sales/holds.queries.ts'
import { DATABASES } from '../testing/databases.ts'
import { acknowledgeCancellationJob } from './acknowledge-cancellation.job.ts'
import { mailCopyJob } from './mail-copy.job.ts'
import { serveMails } from './mails.testing.ts'

const SALE = 'sale_1700000000000_a'
const NO_MAIL: Mail = {
  receiver: 'none',
  host: 'none.example',
  send: () => Promise.reject(new Error('A mail of a held sale was sent.')),
}

describe.each(DATABASES)('The mails of a held sale on the %s database', (kind) => {
  let mails: Awaited<ReturnType<typeof serveMails>>
  beforeAll(async () => {
    mails = await serveMails(kind)
  })
  afterAll(() => mails?.close())
  afterEach(() => mails?.stopMails())

  test('wait even if they are sent again, and go once after the release', async () => {
    const { db } = mails
    await mails.sign(SALE)
    await db.transaction().execute((tx) => holdSale(tx, SALE, 'person-suspended'))
    await mails.seal(SALE)
    await mails.cancel(SALE)
    const server = await mails.startMails()
    expect((await server.sendAgain(SALE)).statusCode).toBe(200)
    expect(await server.attempt(SALE)).toEqual(HELD)
    expect(await server.attemptAcknowledgement(SALE)).toEqual(HELD)
    expect(server.raw).toEqual([])
    expect(await mails.saleOf(SALE)).toMatchObject({
      held: true,
      seal: { state: 'waiting', reason: null },
      copy_state: { state: 'sent', reason: 'The sale waits until the office releases it.' },
    })

    const queued = await db.selectFrom('deliveries').selectAll().execute()
    const claimedOf = (target: string) => queued.find((one) => one.target === target) as unknown as Delivery
    const signal = AbortSignal.timeout(60_000)
    const given = { db, mail: NO_MAIL }
    expect(await mailCopyJob(given).deliver(claimedOf('copy'), signal)).toEqual(HELD)
    expect(await acknowledgeCancellationJob(given).deliver(claimedOf('acknowledgement'), signal)).toEqual(
      HELD,
    )

    await db.transaction().execute((tx) => releaseSale(tx, SALE))
    for (const attempt of [server.attempt, server.attemptAcknowledgement]) {
      expect(await attempt(SALE)).toMatchObject({ ok: true })
      expect(await attempt(SALE)).toMatchObject({ ok: true })
    }
    expect(await server.received()).toHaveLength(2)
  })
})
