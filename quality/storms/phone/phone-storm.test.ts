import { describe, expect, test } from 'vitest'
import { freshMigratedUrl } from '#server/testing/databases.ts'
import { runPhoneStorm } from './phone-storm.ts'

/** As many as `npm run soak:mutants` needs to notice every planted bug. */
const SALES = 36
const SALES_OF_PEOPLE = 18
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

describe('Phones whose connections break three requests in ten, while server, tabs and browser are killed', () => {
  test(`bring each of ${SALES} sales to the server once, as it was signed (SEED=${seed})`, async () => {
    const { url, drop } = await freshMigratedUrl()
    const { wrongs, troubles, figures } = await runPhoneStorm({
      databaseUrl: url,
      sales: SALES,
      seed,
      phones: 6,
      requestsBetweenDisasters: 120,
      stallTimeoutMs: 180_000,
    })
    await drop()
    expect(wrongs, [...troubles].join('\n')).toEqual([])
    const { cut = 0, misdate = 0 } = figures
    expect(cut + misdate).toBeGreaterThan(SALES)
    expect(figures.forgotten).toBeGreaterThan(0)
  }, 900_000)

  test(`bring each of ${SALES_OF_PEOPLE} sales to the server for one of their agents, while the office suspends agents and phones (SEED=${seed})`, async () => {
    const { url, drop } = await freshMigratedUrl()
    const { wrongs, troubles, figures } = await runPhoneStorm({
      databaseUrl: url,
      sales: SALES_OF_PEOPLE,
      seed,
      phones: 3,
      requestsBetweenDisasters: 30,
      stallTimeoutMs: 180_000,
      hasPeople: true,
    })
    await drop()
    expect(wrongs, [...troubles].join('\n')).toEqual([])
    const { pause = 0, suspend = 0, forget = 0, release = 0 } = figures
    expect(pause + suspend + forget + release).toBeGreaterThan(0)
  }, 900_000)
})
