import { Gauge, Registry } from 'prom-client'
import { DELIVERY_TARGETS } from '#protocol/back-office.ts'
import type { Config } from '../config.ts'
import { readCallBudget } from '../crm-sync/budget/call-budget.queries.ts'
import type { Db } from '../db/schema.ts'
import { TARGETS } from '../deliveries/targets.ts'
import { countHeldSales } from '../sales/holds.queries.ts'
import { countCrmEvents, countDeliveries, findOverdue } from './metrics.queries.ts'
import { addStreet } from './street-metrics.ts'

export type LedgerContext = Readonly<{ config: Pick<Config, 'crm' | 'webhook' | 'mail'>; db: Db }>

const STATES = ['waiting', 'parked'] as const

/**
 * Reads the metrics that are stored in the database, which every process reports alike. Rejects if the database does
 * not answer.
 */
export async function readLedgerMetrics(context: LedgerContext): Promise<Registry> {
  const register = new Registry()
  await addDeliveries(context, register)
  await addCrmEvents(context, register)
  await addCallBudget(context, register)
  await addHeldSales(context.db, register)
  await addStreet(context.db, register)
  return register
}

async function addDeliveries({ db, config }: LedgerContext, register: Registry): Promise<void> {
  const registers = [register]
  const counts = new Gauge({
    name: 'doorstep_deliveries',
    help: 'Deliveries that have not arrived yet, by target and state.',
    labelNames: ['target', 'state'],
    registers,
  })
  const ages = new Gauge({
    name: 'doorstep_deliveries_oldest_seconds',
    help: 'Seconds since the oldest of them was queued; for a sale, since its first write that the CRM lacks.',
    labelNames: ['target', 'state'],
    registers,
  })
  const overdue = new Gauge({
    name: 'doorstep_deliveries_overdue_seconds',
    help: 'Seconds for which the next delivery has been due without a worker taking it.',
    labelNames: ['target'],
    registers,
  })
  for (const target of DELIVERY_TARGETS)
    for (const state of STATES) {
      counts.set({ target, state }, 0)
      ages.set({ target, state }, 0)
    }
  for (const { target, state, count, age_s } of await countDeliveries(db)) {
    counts.set({ target, state }, count)
    ages.set({ target, state }, age_s)
  }
  for (const target of DELIVERY_TARGETS) {
    const receiver = TARGETS[target].receiverOf(config)
    overdue.set({ target }, receiver === null ? 0 : await findOverdue(db, { target, receiver }))
  }
}

async function addHeldSales(db: Db, register: Registry): Promise<void> {
  new Gauge({
    name: 'doorstep_held_sales',
    help: 'Sales that wait until the office releases them.',
    registers: [register],
  }).set(await countHeldSales(db))
}

async function addCrmEvents({ db }: LedgerContext, register: Registry): Promise<void> {
  const events = new Gauge({
    name: 'doorstep_crm_events',
    help: 'Events of the CRM that are not processed yet, by state.',
    labelNames: ['state'],
    registers: [register],
  })
  for (const state of STATES) events.set({ state }, 0)
  for (const { state, count } of await countCrmEvents(db)) events.set({ state }, count)
}

async function addCallBudget({ db, config }: LedgerContext, register: Registry): Promise<void> {
  if (!config.crm) return
  const { pausedUntil, dailyRemaining } = await readCallBudget(db, config.crm.locationId)
  const add = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers: [register] }).set(value)
  add('doorstep_crm_calls_paused', '1 while calls to the CRM are paused.', pausedUntil === null ? 0 : 1)
  if (dailyRemaining !== null)
    add('doorstep_crm_daily_calls_remaining', 'Calls to the CRM left today.', dailyRemaining)
}
