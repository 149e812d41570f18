import type { FastifyPluginAsync } from 'fastify'
import { DELIVERY_TARGETS } from '#protocol/back-office.ts'
import { receiverOf } from '../automation/deliver-progress.job.ts'
import type { Context } from '../context.ts'
import { readCallBudget } from '../crm-sync/budget/call-budget.queries.ts'
import { EXPOSITION_TYPE, type Family, familiesToText, gauge, type MetricSource } from './exposition.ts'
import { countCrmEvents, countDeliveries, findOverdue } from './metrics.queries.ts'

type MetricsContext = Pick<Context, 'config' | 'db' | 'changeFeed' | 'log'>

const STATES = ['waiting', 'parked'] as const

/**
 * `/metrics` for Prometheus: numbers, and nothing about anybody, hence without the key. What stands in the database is
 * the same from every process.
 */
export function metricsRoutes(context: MetricsContext, sources: readonly MetricSource[]): FastifyPluginAsync {
  return async (app) => {
    app.get('/metrics', async (_request, reply) => {
      const counted = sources.flatMap((source) => source.families())
      const families = [...processFamilies(context), ...counted, ...(await ledger(context))]
      return reply.type(EXPOSITION_TYPE).send(familiesToText(families))
    })
  }
}

const processFamilies = ({ config, changeFeed }: MetricsContext): Family[] => [
  {
    name: 'doorstep_info',
    type: 'gauge',
    help: 'What this process does.',
    samples: [{ labels: { role: config.role }, value: 1 }],
  },
  gauge('doorstep_open_streams', 'Apps that follow the changes.', changeFeed.subscribers()),
  gauge('process_resident_memory_bytes', 'Memory of this process.', process.memoryUsage.rss()),
  gauge('process_start_time_seconds', 'When it began.', Math.round(performance.timeOrigin / 1000)),
]

/** Says that the database is away rather than failing: the rest is what one wants to see then. */
async function ledger(context: MetricsContext): Promise<Family[]> {
  const up = (value: number) => gauge('doorstep_database_up', 'Whether the database answers.', value)
  try {
    return [up(1), ...(await deliveryFamilies(context)), ...(await crmFamilies(context))]
  } catch (error) {
    context.log.warn({ err: error }, 'The database does not answer')
    return [up(0)]
  }
}

async function deliveryFamilies({ db, config }: MetricsContext): Promise<Family[]> {
  const rows = await countDeliveries(db)
  const found = (target: string, state: string) =>
    rows.find((row) => row.target === target && row.state === state)
  const automation = receiverOf(config.webhook)
  const overdue = {
    crm: await findOverdue(db, { target: 'crm', receiver: 'crm' }),
    automation: automation ? await findOverdue(db, { target: 'automation', receiver: automation }) : 0,
  }
  const series = DELIVERY_TARGETS.flatMap((target) => STATES.map((state) => ({ target, state })))
  return [
    {
      name: 'doorstep_deliveries',
      type: 'gauge',
      help: 'What the world outside has not heard yet.',
      samples: series.map((labels) => ({ labels, value: found(labels.target, labels.state)?.count ?? 0 })),
    },
    {
      name: 'doorstep_deliveries_oldest_seconds',
      type: 'gauge',
      help: 'How long ago the oldest of them was queued; a sale for the CRM with the first write that it has not heard of.',
      samples: series.map((labels) => ({ labels, value: found(labels.target, labels.state)?.age_s ?? 0 })),
    },
    {
      name: 'doorstep_deliveries_overdue_seconds',
      type: 'gauge',
      help: 'For how long a worker could have taken the next one, and none did.',
      samples: DELIVERY_TARGETS.map((target) => ({
        labels: { target },
        value: overdue[target],
      })),
    },
  ]
}

async function crmFamilies({ config, db }: MetricsContext): Promise<Family[]> {
  const events = await countCrmEvents(db)
  const families: Family[] = [
    {
      name: 'doorstep_crm_events',
      type: 'gauge',
      help: 'Events of the CRM that are not worked off.',
      samples: STATES.map((state) => ({
        labels: { state },
        value: events.find((row) => row.state === state)?.count ?? 0,
      })),
    },
  ]
  if (!config.crm) return families
  const { pausedUntil, dailyRemaining } = await readCallBudget(db, config.crm.locationId)
  families.push(
    gauge('doorstep_crm_calls_paused', 'Whether calls of the CRM rest.', pausedUntil === null ? 0 : 1),
  )
  if (dailyRemaining !== null)
    families.push(gauge('doorstep_crm_daily_calls_remaining', 'Calls left today.', dailyRemaining))
  return families
}
