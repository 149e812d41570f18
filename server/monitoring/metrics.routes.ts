import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import { Gauge, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { type LedgerContext, readLedgerMetrics } from './ledger-metrics.ts'
import { allowMetrics } from './metrics-access.ts'
import { processMetrics } from './process-metrics.ts'

type MetricsContext = LedgerContext &
  Readonly<{
    config: Pick<Config, 'role' | 'metricsKey'>
    log: FastifyBaseLogger
    changeFeed: { subscribers(): number }
  }>

/**
 * `GET /metrics` in the text format of Prometheus, for holders of `METRICS_KEY` or for this machine (docs/product 8.10).
 * `register` holds the server's own metrics; those of the process and of the database are added.
 */
export function metricsRoutes(context: MetricsContext, register: Registry): FastifyPluginAsync {
  addServerMetrics(context, register)
  return async (app) => {
    app.get('/metrics', { onRequest: allowMetrics(context.config.metricsKey) }, async (_request, reply) => {
      const registries = [register, processMetrics(), ...(await readDatabaseMetrics(context))]
      const texts = await Promise.all(registries.map((one) => one.metrics()))
      return reply.type(register.contentType).send(texts.join(''))
    })
  }
}

function addServerMetrics({ config, changeFeed }: MetricsContext, register: Registry): void {
  const registers = [register]
  new Gauge({
    name: 'doorstep_info',
    help: 'The role of this process.',
    labelNames: ['role'],
    registers,
  }).set({ role: config.role }, 1)
  new Gauge({
    name: 'doorstep_open_streams',
    help: 'Apps that follow the change stream.',
    registers,
    collect() {
      this.set(changeFeed.subscribers())
    },
  })
}

/** If the database is away, reports just that: the other metrics are what an operator wants to see then. */
async function readDatabaseMetrics(context: MetricsContext): Promise<Registry[]> {
  const register = new Registry()
  const up = new Gauge({
    name: 'doorstep_database_up',
    help: '1 if the database answers.',
    registers: [register],
  })
  try {
    const ledger = await readLedgerMetrics(context)
    up.set(1)
    return [register, ledger]
  } catch (error) {
    context.log.warn({ err: error }, 'The database does not answer')
    up.set(0)
    return [register]
  }
}
