import { describe, expect, test } from 'vitest'
import { freshMigratedUrl } from '#server/testing/databases.ts'
import { runLineStorm } from './phone-storm.ts'

const SALES = 150
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

describe('Phones on lines that break three requests in ten, with a server, tabs and a browser that are killed', () => {
  test(`bring each of ${SALES} sales to the server once, as it was signed (SEED=${seed})`, async () => {
    const { url, drop } = await freshMigratedUrl()
    const { wrongs, troubles, figures } = await runLineStorm({
      databaseUrl: url,
      sales: SALES,
      seed,
      phones: 6,
      requestsBetweenDisasters: 400,
      patienceMs: 180_000,
    })
    await drop()
    expect(wrongs, [...troubles].join('\n')).toEqual([])
    const { cut = 0, misdate = 0 } = figures
    expect(cut + misdate).toBeGreaterThan(SALES)
    expect(figures.forgotten).toBeGreaterThan(0)
  }, 900_000)
})
