import type { FastifyRequest } from 'fastify'
import { OUTBOX_HEADER, type OutboxReport, outboxFromHeader } from '#protocol/call-headers.ts'
import { gauge, type MetricSource } from './exposition.ts'

/** What phones say of the sales that wait on them. */
export type OutboxMetrics = MetricSource & { observe(request: FastifyRequest): void }

/** For so long a report counts, and at most twice as long; a phone that is stuck reports with every try. */
const PERIOD_MS = 5 * 60_000
const NOTHING: OutboxReport = { sales: 0, oldestSeconds: 0 }

/** Keeps the worst of what was reported lately, and nothing about any one phone. */
export function createOutboxMetrics(nowMs: () => number = performance.now.bind(performance)): OutboxMetrics {
  let period = 0
  let worst = NOTHING
  let worstBefore = NOTHING

  function turnPage(): void {
    const now = Math.floor(nowMs() / PERIOD_MS)
    if (now === period) return
    worstBefore = now === period + 1 ? worst : NOTHING
    worst = NOTHING
    period = now
  }

  return {
    observe({ headers }) {
      const report = outboxFromHeader(headers[OUTBOX_HEADER])
      if (!report) return
      turnPage()
      worst = worse(worst, report)
    },
    families() {
      turnPage()
      const { sales, oldestSeconds } = worse(worst, worstBefore)
      return [
        gauge('doorstep_outbox_sales', 'The most sales that waited on a phone that called lately.', sales),
        gauge('doorstep_outbox_oldest_seconds', 'The longest that a sale had waited there.', oldestSeconds),
      ]
    },
  }
}

const worse = (one: OutboxReport, other: OutboxReport): OutboxReport => ({
  sales: Math.max(one.sales, other.sales),
  oldestSeconds: Math.max(one.oldestSeconds, other.oldestSeconds),
})
