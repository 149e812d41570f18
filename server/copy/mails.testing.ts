import fs from 'node:fs'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { simpleParser } from 'mailparser'
import type { SMTPServerOptions } from 'smtp-server'
import type { Choices } from '#domain/agreement/choices.ts'
import { COMPANY } from '#domain/testing/agreements.ts'
import { BACK_OFFICE_PATH, type SaleDeliveries } from '#protocol/back-office.ts'
import { readSales } from '../back-office/back-office.commands.ts'
import { silentLog } from '../crm-sync/push/sales.testing.ts'
import type { Delivery } from '../deliveries/deliveries.queries.ts'
import { createDeliveries, type Deliveries } from '../deliveries/deliveries.ts'
import { readSomeKey } from '../documents/key/seal-keys.testing.ts'
import { keptSealThread as sealThread } from '../documents/seal/kept-thread.testing.ts'
import { sealSaleJob } from '../documents/seal-sale.job.ts'
import { receiveEvidence } from '../evidence/receive-evidence.ts'
import { recordOf, signSale } from '../evidence/signings.testing.ts'
import { createSmtpMail } from '../mail/smtp-mail.ts'
import { startMailServer } from '../mail/smtp-server.testing.ts'
import { sha256 } from '../sha256.ts'
import { type DATABASES, freshDatabase, freshFolder } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { acknowledgeCancellationJob } from './acknowledge-cancellation.job.ts'
import { cancelSale } from './cancel.commands.ts'
import { openCopy } from './copy.commands.ts'
import { findCopy } from './copy.queries.ts'
import { mailCopyJob } from './mail-copy.job.ts'
import { sendAgainRoutes } from './send-again.routes.ts'

const KEY = 'test-key'
const FROM = 'Copies <copies@sales.example>'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** Seals sales and mails their copies to a real mail server. A test can make that server refuse mails. */
export async function serveMails(kind: (typeof DATABASES)[number]) {
  const database = await freshDatabase(kind)
  const folder = freshFolder()
  const { db } = database
  const sealKeys = await readSomeKey(db, folder)
  const running: { server: MailServer; deliveries: Deliveries }[] = []
  const mailAt = (url: string) => ({ url, from: FROM })

  return {
    db,
    /** The address of the database, if it is a PostgreSQL server. */
    url: database.url ?? '',
    /** Starts a mail server and a worker that uses it. */
    async startMails(options: Partial<SMTPServerOptions> = {}) {
      const server = await startMailServer(options)
      const mail = mailAt(server.url)
      const deliveries = createDeliveries({
        db,
        log: silentLog,
        handlers: {
          copy: mailCopyJob({ db, mail: createSmtpMail(mail) }),
          acknowledgement: acknowledgeCancellationJob({ db, mail: createSmtpMail(mail) }),
        },
        pollMs: 3_600_000,
        random: () => 1,
      })
      running.push({ server, deliveries })
      const app = Fastify()
      app.register(sendAgainRoutes({ db, callers: keyHolders(KEY), config: { mail }, deliveries }), {
        prefix: `${BACK_OFFICE_PATH}/copies`,
      })
      return {
        /** Makes one attempt at the outstanding mail of a sale. */
        attempt: (sessionId: string) => deliveries.runNow('copy', sessionId),
        attemptAcknowledgement: (sessionId: string) => deliveries.runNow('acknowledgement', sessionId),
        drop: () => server.drop(),
        start: () => deliveries.start(),
        received: async () => Promise.all(server.received.map(({ raw }) => simpleParser(raw))),
        raw: server.received,
        sendAgain: (session_id: string, key = KEY) =>
          app.inject({
            method: 'POST',
            url: `${BACK_OFFICE_PATH}/copies/send-again`,
            headers: { apikey: key },
            body: { session_id },
          }),
      }
    },
    async stopMails() {
      for (const { server, deliveries } of running.splice(0)) {
        await deliveries.stop()
        await server.close()
      }
    },
    /** Stores a signed sale with its evidence. */
    async sign(sessionId: string, copy: Choices['copy'] = 'email') {
      await signSale(db, sessionId)
      const record = recordOf(sessionId, { choices: { copy, begin_early: false } })
      await receiveEvidence(db, { record, earlier: undefined, copyLinkDays: 760 })
    },
    /** Seals a sale as it is signed or corrected, in a process with or without a mail server. */
    async seal(session_id: string, hasMail = true) {
      const mail = hasMail ? mailAt('smtp://localhost') : undefined
      const config = { company: COMPANY, publicUrl: undefined, mail }
      const job = sealSaleJob({ db, config, sealKeys, sealThread })
      const sealed = await job.deliver({ session_id } as Delivery, AbortSignal.timeout(60_000))
      if (!sealed.ok) throw new Error(sealed.failure.message)
    },
    /** Cancels a sale as its customer does, in a process with or without a mail server. */
    async cancel(sessionId: string, hasMail = true) {
      const found = await findCopy(db, sha256(recordOf(sessionId).token))
      if (!found) throw new Error('The code opens nothing.')
      const config = { mail: hasMail ? mailAt('smtp://localhost') : undefined }
      const woken = { wake: () => {} }
      const cancelled = await cancelSale({ db, config, changeFeed: woken, deliveries: woken }, found, '')
      if (!cancelled.ok) throw new Error(`It was answered ${cancelled.failure.status}.`)
      return cancelled.value
    },
    /** Returns what the customer's page shows of a sale. */
    async pageOf(sessionId: string) {
      const found = await findCopy(db, sha256(recordOf(sessionId).token))
      return found && openCopy({ db, config: { mail: mailAt('smtp://localhost') } }, found)
    },
    /** Returns what tracker and office see of a sale. */
    async saleOf(sessionId: string, hasMail = true): Promise<SaleDeliveries | undefined> {
      const config = { mail: hasMail ? mailAt('smtp://localhost') : undefined }
      return (await readSales({ db, config }, [sessionId]))[0]
    },
    /** Returns the events of the chain about the mails of a sale. */
    async mailEvents(sessionId: string) {
      const { rows } = await sql<{ type: string; payload: Record<string, unknown> }>`
        select type, payload from evidence_events join event_payloads using (chain, seq)
        join sale_evidence using (chain)
        where session_id = ${sessionId} and type in ('copy-accepted', 'copy-refused', 'cancel-acknowledged')
        order by seq`.execute(db)
      return rows
    },
    async queued(sessionId: string) {
      const { rows } = await sql<{ sequence: number; state: string }>`
        select sequence, state from deliveries
        where target = 'copy' and session_id = ${sessionId} order by sequence`.execute(db)
      return rows
    },
    async close() {
      await this.stopMails()
      await database.close()
      fs.rmSync(folder, { recursive: true })
    },
  }
}
