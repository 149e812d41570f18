import { z } from 'zod'
import type { Crm, CrmCheckResult } from '#crm/port.ts'
import { OPPORTUNITY_STATUSES } from '#domain/opportunity/status.ts'
import type { GhlEndpoint } from '#protocol/functions.ts'
import type { Db } from '../db/schema.ts'
import type { Deliveries } from '../deliveries/deliveries.ts'
import { HELD_REASON } from '../deliveries/held.queries.ts'
import { ensureCrmPush } from '../deliveries/states.queries.ts'
import type { Caller } from '../identity/caller.ts'
import { readSyncState, writeSyncLog } from './log/sync-log.queries.ts'
import type { LeadPulls } from './pull/lead-pulls.ts'
import type { PullOutcome } from './pull/pull-leads.ts'
import { findPushedSale } from './push/push-sale.queries.ts'

export type SyncContext = {
  db: Db
  crm: Crm
  deliveries: Pick<Deliveries, 'runNow'>
  leadPulls: Pick<LeadPulls, 'run' | 'stop'>
}

/** The response of an endpoint. */
type SyncAnswer = { status: number; body: object }
type Command = (body: unknown, caller: Pick<Caller, 'onlyOf'>) => Promise<SyncAnswer>

const sessionId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\0]*$/, 'A text may not hold a NUL character')

// We read the sale from our own tables and only validate the other fields.
export const CREATE_BODY = z.object({
  sessionId,
  leadId: z.string().nullish(),
  servicePackageName: z.string().nullish(),
  voucherAmount: z.number().nullish(),
  totalValue: z.number().nullish(),
})
export const UPDATE_BODY = z.object({
  sessionId,
  status: z.enum(OPPORTUNITY_STATUSES).nullish(),
  customerName: z.string().nullish(),
  servicePackageName: z.string().nullish(),
  totalValue: z.number().nullish(),
  contractSigned: z.boolean().nullish(),
})

type PullFailure = Extract<PullOutcome, { ok: false }>['failure']['reason']
const PULL_STATUSES: Record<PullFailure, number> = { failed: 502, cancelled: 409, stopping: 503 }

/** Returns the commands behind the six endpoints of `ghl-sync` (docs/product 8.1). */
export function syncCommands(context: SyncContext): Record<GhlEndpoint, Command> {
  const { db, crm, leadPulls } = context

  return {
    'sync-leads': async () => {
      const pulled = await leadPulls.run()
      return pulled.ok
        ? done({ syncedCount: pulled.value.syncedCount })
        : { status: PULL_STATUSES[pulled.failure.reason], body: { error: pulled.failure.message } }
    },
    'create-opportunity': (body) =>
      push(context, CREATE_BODY, body, (ghlOpportunityId) => ({ ghlOpportunityId })),
    'update-opportunity': (body) => push(context, UPDATE_BODY, body, () => ({})),
    'sync-status': async (_body, { onlyOf }) => ({ status: 200, body: await readSyncState(db, onlyOf) }),
    'check-credentials': () => report(context, 'check_credentials', () => crm.checkCredentials()),
    diagnostics: () => report(context, 'diagnostics', () => crm.diagnostics()),
  }
}

const done = (body: object): SyncAnswer => ({ status: 200, body: { success: true, ...body } })

/** Pushes the sale now, or joins its running push, and responds with the outcome. */
async function push(
  { db, deliveries }: SyncContext,
  schema: typeof CREATE_BODY | typeof UPDATE_BODY,
  body: unknown,
  answer: (opportunityId: string | null) => object,
): Promise<SyncAnswer> {
  const given = schema.safeParse(body)
  if (!given.success) return { status: 400, body: { error: describeIssues(given.error) } }
  await ensureCrmPush(db, given.data.sessionId)
  const outcome = await deliveries.runNow('crm', given.data.sessionId)
  const sale = await findPushedSale(db, given.data.sessionId)
  if (!sale) return { status: 404, body: { error: 'There is no opportunity with this sessionId.' } }
  if (outcome.ok) return done(answer(sale.ghl_opportunity_id))
  if (sale.hold !== null) return { status: 409, body: { error: HELD_REASON } }
  return { status: 502, body: { error: outcome.failure.message } }
}

const describeIssues = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')

async function report(
  { db, crm }: SyncContext,
  operation: string,
  check: () => Promise<CrmCheckResult[]>,
): Promise<SyncAnswer> {
  const startedAt = performance.now()
  const checks = await check()
  const failed = checks.filter(({ ok }) => !ok).map(({ name }) => name)
  const success = failed.length === 0
  await writeSyncLog(db, {
    operation,
    direction: 'pull',
    status: success ? 'success' : 'error',
    message: success ? null : `Failed: ${failed.join(', ')}`,
    duration_ms: performance.now() - startedAt,
  })
  return { status: 200, body: { success, provider: crm.provider, checks } }
}
