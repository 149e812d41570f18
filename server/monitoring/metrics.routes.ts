import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import { Gauge, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { KEY_FAILURES } from '../documents/key/key-failure.ts'
import type { SealKeys } from '../documents/key/seal-keys.ts'
import { type LedgerContext, readLedgerMetrics } from './ledger-metrics.ts'
import { allowMetrics } from './metrics-access.ts'
import { processMetrics } from './process-metrics.ts'

type MetricsContext = LedgerContext &
  Readonly<{
    config: Pick<Config, 'role' | 'metricsKey'>
    log: FastifyBaseLogger
    changeFeed: { subscribers(): number }
    sealKeys: Pick<SealKeys, 'current' | 'expiresAt'>
  }>

/**
 * Returns the route `GET /metrics` in the text format of Prometheus, for holders of `METRICS_KEY` or for this machine
 * (docs/product 8.10). `register` holds the server's own metrics; this adds those of the process and the database.
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

function addServerMetrics(context: MetricsContext, register: Registry): void {
  const { config, changeFeed } = context
  const registers = [register]
  addSealMetrics(context, registers)
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

function addSealMetrics({ sealKeys }: MetricsContext, registers: Registry[]): void {
  new Gauge({
    name: 'doorstep_seal_key',
    help: '1 for the state of the seal key: ready, or why nothing is sealed.',
    labelNames: ['state'],
    registers,
    collect() {
      const key = sealKeys.current()
      const now = key.ok ? 'ready' : key.failure.state
      for (const state of ['ready', ...KEY_FAILURES]) this.set({ state }, state === now ? 1 : 0)
    },
  })
  new Gauge({
    name: 'doorstep_seal_key_expires_timestamp_seconds',
    help: 'When the certificate of the seal key ends; 0 without a key.',
    registers,
    collect() {
      this.set((sealKeys.expiresAt()?.getTime() ?? 0) / 1000)
    },
  })
}

/** If the database is away, reports only that, because an operator needs the other metrics most at that time. */
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
