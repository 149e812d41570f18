import { Gauge, type Registry } from 'prom-client'
import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { isUnchecked } from '#domain/premises/area.ts'
import { monthsBetween } from '#domain/premises/data-month.ts'
import { OUTCOMES } from '#domain/street/outcome.ts'
import type { Db } from '../db/schema.ts'
import { listActiveVersions } from '../premises/versions.queries.ts'
import { listVoucherAreas } from '../premises/voucher-areas.queries.ts'
import { countActiveEntries, countSignedSales } from '../street/register/signed-sales.queries.ts'
import { countLatestVisits } from './metrics.queries.ts'

/** Adds the metrics of the street: register, visits and the age of premises data. */
export async function addStreet(db: Db, register: Registry): Promise<void> {
  await addDoNotKnock(db, register)
  await addVisits(db, register)
  await addPremisesData(db, register)
}

async function addDoNotKnock(db: Db, register: Registry): Promise<void> {
  const add = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers: [register] }).set(value)
  add('doorstep_do_not_knock_entries', 'Entries of the register that apply.', await countActiveEntries(db))
  add(
    'doorstep_do_not_knock_sales',
    'Sales signed at a door on the register that the office has not dealt with.',
    await countSignedSales(db),
  )
}

async function addVisits(db: Db, register: Registry): Promise<void> {
  const visits = new Gauge({
    name: 'doorstep_visits_last_day',
    help: 'Visits that arrived within the last 24 hours, by outcome.',
    labelNames: ['outcome'],
    registers: [register],
  })
  for (const outcome of OUTCOMES) visits.set({ outcome }, 0)
  for (const { outcome, count } of await countLatestVisits(db)) visits.set({ outcome }, count)
}

async function addPremisesData(db: Db, register: Registry): Promise<void> {
  const today = londonDateOf(new Date().toISOString())
  const ages = new Gauge({
    name: 'doorstep_premises_data_age_months',
    help: 'Months since the month that the active version describes, by kind; nothing for a kind without data.',
    labelNames: ['kind'],
    registers: [register],
  })
  for (const { kind, observed_month } of await listActiveVersions(db))
    ages.set({ kind }, monthsBetween(observed_month, today))
  const unchecked = new Gauge({
    name: 'doorstep_voucher_areas_unchecked',
    help: 'Voucher areas that have not been checked for 90 days.',
    registers: [register],
  })
  const areas = await listVoucherAreas(db)
  unchecked.set(areas.filter(({ checked_on }) => isUnchecked({ checkedOn: checked_on }, today)).length)
}
