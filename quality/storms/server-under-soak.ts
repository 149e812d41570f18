import { flushCompileCache } from 'node:module'
import { createGoHighLevelCrm } from '#crm/gohighlevel/gohighlevel-crm.ts'
import type { CallBudget } from '#crm/gohighlevel/http/call-budget.ts'
import { createApp } from '#server/app.ts'
import { deliverProgressJob } from '#server/automation/deliver-progress.job.ts'
import { configFromEnv } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { mailCopyJob } from '#server/copy/mail-copy.job.ts'
import { findOwner } from '#server/crm-sync/push/crm-links.queries.ts'
import { pushSaleJob } from '#server/crm-sync/push/push-sale.job.ts'
import { createDeliveries } from '#server/deliveries/deliveries.ts'
import { sealSaleJob } from '#server/documents/seal-sale.job.ts'
import { fullJitter } from '#server/jobs/backoff.ts'
import { createLog } from '#server/log.ts'
import { noMail } from '#server/mail/no-mail.ts'
import { createSmtpMail } from '#server/mail/smtp-mail.ts'

/**
 * The server with short times: no rate limit for GoHighLevel, and short leases, retries and searches, so that a storm
 * takes minutes instead of days.
 */
const LEASE_MS = 3_000
const ATTEMPT_MS = 2_500
const SEARCH_LAG_MS = 20
const backoff = fullJitter(20, 400)
const unlimited: CallBudget = { take: async () => ({ ok: true, value: { done: async () => {} } }) }

const decision = configFromEnv(process.env)
if (!decision.ok) throw new Error(decision.failure.sentence)
const config = decision.value
const log = createLog(config.logLevel)
const hurried =
  config.crm &&
  createGoHighLevelCrm({
    settings: config.crm,
    budget: unlimited,
    findOwningSession: (opportunityId) => findOwner(context.db, opportunityId),
    searchLagMs: SEARCH_LAG_MS,
  })
const context = await createContext(config, log, { crmOver: (crm) => hurried ?? crm })
const { db, crm, changeFeed, sealKeys, sealThread } = context
const seal = sealSaleJob({ db, config, sealKeys, sealThread })
const deliveries = createDeliveries({
  db,
  log,
  leaseMs: LEASE_MS,
  attemptMs: ATTEMPT_MS,
  pollMs: 100,
  handlers: {
    crm: { ...pushSaleJob({ db, crm, changeFeed, log }), backoff },
    automation: { ...deliverProgressJob({ config }), backoff },
    seal: {
      deliver: seal.deliver,
      backoff,
      get receiver() {
        return seal.receiver ?? null
      },
    },
    copy: { ...mailCopyJob({ db, mail: config.mail ? createSmtpMail(config.mail) : noMail }), backoff },
  },
})
const app = createApp({ ...context, deliveries })
await context.database.migrate()
await app.listen({ port: config.port, host: '127.0.0.1' })
process.once('disconnect', () => process.exit(0))
// For the next process to use, because this one will be killed.
flushCompileCache()
process.send?.('ready')
