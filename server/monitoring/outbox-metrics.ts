import type { FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { OUTBOX_HEADER, type OutboxReport, outboxFromHeader } from '#protocol/call-headers.ts'

/** A report counts for at least one period and at most two. A phone that is stuck reports with every retry. */
const PERIOD_MS = 5 * 60_000
const EMPTY: OutboxReport = { sales: 0, oldestSeconds: 0 }

/**
 * Registers gauges of what phones report to wait in their outboxes, and returns the hook for `onRequest` that reads the
 * reports. Keeps only the worst recent report and nothing about a single phone.
 */
export function observeOutboxes(register: Registry, nowMs = performance.now.bind(performance)) {
  let period = 0
  let worst = EMPTY
  let worstBefore = EMPTY

  function startPeriod(): void {
    const now = Math.floor(nowMs() / PERIOD_MS)
    if (now === period) return
    worstBefore = now === period + 1 ? worst : EMPTY
    worst = EMPTY
    period = now
  }

  const gaugeOf = (name: string, help: string, field: keyof OutboxReport) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        startPeriod()
        this.set(worse(worst, worstBefore)[field])
      },
    })
  gaugeOf('doorstep_outbox_sales', 'The most sales waiting on any phone that called recently.', 'sales')
  gaugeOf('doorstep_outbox_oldest_seconds', 'The longest wait of a sale on such a phone.', 'oldestSeconds')

  return async ({ headers }: FastifyRequest): Promise<void> => {
    const report = outboxFromHeader(headers[OUTBOX_HEADER])
    if (!report) return
    startPeriod()
    worst = worse(worst, report)
  }
}

const worse = (one: OutboxReport, other: OutboxReport): OutboxReport => ({
  sales: Math.max(one.sales, other.sales),
  oldestSeconds: Math.max(one.oldestSeconds, other.oldestSeconds),
})
