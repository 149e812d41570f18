import { describe, expect, test } from 'vitest'
import { freshMigratedUrl } from '#server/testing/databases.ts'
import { runCrmStorm } from './crm-storm.ts'

const SALES = 10
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

describe('A CRM, an automation service and a mail server that often fail, and a server that is killed at random moments', () => {
  test(`leave exactly one contact, opportunity and sealed document for each of ${SALES} sales (SEED=${seed})`, async () => {
    const { url, drop } = await freshMigratedUrl()
    const storm = { databaseUrl: url, sales: SALES, seed, callsBetweenKills: 40 }
    const { wrongs, figures } = await runCrmStorm(storm)
    await drop()
    expect(wrongs).toEqual([])
    // The storm makes some 250 calls or more, so it cannot miss these by chance.
    expect(figures.kills).toBeGreaterThan(1)
    expect(figures.crmFaults).toBeGreaterThan(0)
  }, 900_000)
})
