import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreementOf } from '#domain/testing/agreements.ts'
import { fillSealed, openSealed } from '../documents/verify/sealed.testing.ts'
import { verifySeals } from '../documents/verify/verify.ts'
import { DATABASES } from '../testing/databases.ts'
import { readEveryRow } from '../testing/every-row.ts'
import { erasePerson } from './person.queries.ts'

const { customer, premises } = agreementOf()
/** The customer, what they wrote to the office, and the files as hex. */
const TRACES = [
  customer.name,
  customer.email,
  premises,
  'Ada Byron',
  'We moved',
  'The price is wrong',
  '25504446',
]

describe.each(DATABASES)('An erasure of sealed sales in the %s database', (kind) => {
  let sealed: Awaited<ReturnType<typeof openSealed>>
  beforeAll(async () => {
    sealed = await openSealed(kind)
    await fillSealed(sealed)
  })
  afterAll(() => sealed?.close())

  const traces = async () => {
    const rows = Object.values(await readEveryRow(sealed.db)).flat()
    return TRACES.filter((trace) => rows.some((row) => row.includes(trace)))
  }

  test('leaves no trace of the customer, and the rest verifies', async () => {
    expect(await traces()).toEqual(TRACES)
    await erasePerson(sealed.db, customer.email)
    expect(await traces()).toEqual([])
    expect(await verifySeals(sealed.db)).toMatchObject({
      ok: true,
      value: { agreements: 0, evidence: 0, chains: 4, events: 30, documents: 6, erased: 6, days: 2 },
    })
  })

  test('lets the same sale come back with a new chain', async () => {
    await sealed.sign('corrected')
    await sealed.seal('corrected')
    expect(await verifySeals(sealed.db)).toMatchObject({
      ok: true,
      value: { chains: 5, documents: 7, erased: 6 },
    })
  })
})
