import type { AddressInfo } from 'node:net'
import type { Crm, CrmFailure, CrmResult } from '#crm/port.ts'
import { createApp } from '#server/app.ts'
import { configFromEnv } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { createLog } from '#server/log.ts'

/** The server as it is, but for a CRM that a story can break: the parent sends the failure, or null. */
let failure: CrmFailure | null = null
process.on('message', (sent: CrmFailure | null) => {
  failure = sent
  process.send?.('taken')
})

function breakable(crm: Crm): Crm {
  const unlessBroken = <Value>(go: () => Promise<CrmResult<Value>>) =>
    failure ? Promise.resolve({ ok: false as const, failure }) : go()
  return {
    ...crm,
    async *pullLeads(pull) {
      if (failure) yield { ok: false, failure }
      else yield* crm.pullLeads(pull)
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
const app = createApp(context)
await context.database.migrate()
await app.listen({ port: decision.value.port, host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
process.once('disconnect', () => process.exit(0))
process.send?.({ port: (app.server.address() as AddressInfo).port })
