import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Crm, CrmFailure, CrmResult } from '#crm/port.ts'
import { createApp } from '#server/app.ts'
import { configFromEnv } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { createLog } from '#server/log.ts'

/**
 * The server as it is, but for a CRM that a story can break (the parent sends the failure, or null) or hold in mid-sync,
 * and for a web app of the story's own where WEB_DIST says so.
 */
let failure: CrmFailure | null = null
let held = Promise.withResolvers<void>()
held.resolve()
process.on('message', (sent: CrmFailure | 'hold-leads' | null) => {
  if (sent === 'hold-leads') held = Promise.withResolvers<void>()
  else {
    failure = sent
    held.resolve()
  }
  process.send?.('taken')
})

/** How many leads come before the CRM is held. */
const FIRST_LEADS = 10

function breakable(crm: Crm): Crm {
  const unlessBroken = <Value>(go: () => Promise<CrmResult<Value>>) =>
    failure ? Promise.resolve({ ok: false as const, failure }) : go()
  return {
    ...crm,
    async *pullLeads(pull) {
      if (failure) yield { ok: false, failure }
      else
        for await (const page of crm.pullLeads(pull)) {
          if (page.ok)
            yield { ok: true, value: { ...page.value, leads: page.value.leads.slice(0, FIRST_LEADS) } }
          await Promise.race([held.promise, pull.signal && once(pull.signal, 'abort')])
          yield page
        }
    },
    createOpportunity: (...given) => unlessBroken(() => crm.createOpportunity(...given)),
    updateOpportunity: (...given) => unlessBroken(() => crm.updateOpportunity(...given)),
    async checkCredentials() {
      return failure ? [{ name: 'Credentials', ok: false, detail: failure.message }] : crm.checkCredentials()
    },
    async diagnostics() {
      return failure ? [{ name: 'Connection', ok: false, detail: failure.message }] : crm.diagnostics()
    },
  }
}

const decision = configFromEnv(process.env)
if (!decision.ok) throw new Error(decision.refusal.sentence)
const context = await createContext(decision.value, createLog('error'), breakable)
const app = createApp(context, process.env.WEB_DIST)
await context.database.migrate()
await app.listen({ port: decision.value.port, host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
process.once('disconnect', () => process.exit(0))
// For the servers of the next stories: this one will be killed.
flushCompileCache()
process.send?.({ port: (app.server.address() as AddressInfo).port })
