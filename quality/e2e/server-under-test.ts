import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Crm, CrmFailure, CrmResult } from '#crm/port.ts'
import { createApp } from '#server/app.ts'
import { configFromEnv } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { keptSealThread } from '#server/documents/seal/kept-thread.testing.ts'
import { createLog } from '#server/log.ts'

/**
 * The real server, except that a story can break its CRM, hold a pull, or replace the web app by WEB_DIST. It carries
 * out the orders of its parent process and answers each order when it is done.
 */
export type Order =
  | { serve: Record<string, string> }
  | 'rest'
  /** Ends every connection in the middle of its response, then rests. */
  | 'break'
  | { failCrm: CrmFailure | null }
  /** Until the next `failCrm`. */
  | 'hold-leads'

let app: ReturnType<typeof createApp> | undefined
let stopping: AbortController | undefined
let failure: CrmFailure | null = null
let held = Promise.withResolvers<void>()

async function obey(order: Order): Promise<unknown> {
  if (order === 'rest') await rest()
  else if (order === 'break') await breakOff()
  else if (order === 'hold-leads') held = Promise.withResolvers()
  else if ('serve' in order) return serve(order.serve)
  else failCrm(order.failCrm)
  return 'done'
}

function failCrm(next: CrmFailure | null): void {
  failure = next
  held.resolve()
}

/** How many leads a held pull returns first. */
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

async function serve(env: Record<string, string>): Promise<number> {
  failCrm(null)
  const decision = configFromEnv(env)
  if (!decision.ok) throw new Error(decision.failure.sentence)
  const context = await createContext(decision.value, createLog('error'), {
    crmOver: breakable,
    sealThread: keptSealThread,
  })
  app = createApp(context, env.WEB_DIST)
  stopping = context.stopping
  await context.database.migrate()
  await app.listen({ port: decision.value.port, host: '127.0.0.1' })
  // For the next process to use, because this one may be killed.
  flushCompileCache()
  return (app.server.address() as AddressInfo).port
}

async function breakOff(): Promise<void> {
  app?.server.close()
  app?.server.closeAllConnections()
  await rest()
}

/** Closes everything, as the real server does. */
async function rest(): Promise<void> {
  failCrm(null)
  stopping?.abort()
  await app?.close()
}

process.on('message', (order: Order) => void obey(order).then((answer) => process.send?.(answer)))
process.once('disconnect', () => process.exit(0))
