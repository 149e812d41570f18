import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CONTRACT_SCOPES, decodeFacts, encodeFacts, SUBSIDY_STATUSES } from './facts.ts'

const facts = fc.record({
  status: fc.constantFrom(...SUBSIDY_STATUSES),
  recognised: fc.boolean(),
  currentGigabit: fc.boolean(),
  futureGigabit: fc.boolean(),
  contract: fc.constantFrom(...CONTRACT_SCOPES),
  voucherProject: fc.boolean(),
})

it('decodes any facts from the byte that they were encoded to', () => {
  fc.assert(
    fc.property(facts, (given) => {
      expect(decodeFacts(encodeFacts(given))).toEqual(given)
    }),
  )
})

it('gives each of the 256 bytes its own facts', () => {
  for (let byte = 0; byte < 256; byte++) expect(encodeFacts(decodeFacts(byte))).toBe(byte)
})

it('keeps the layout of stored rows and kept slices', () => {
  const white = {
    status: 'white',
    recognised: true,
    currentGigabit: false,
    futureGigabit: false,
    contract: 'none',
    voucherProject: false,
  } as const
  expect(encodeFacts(white)).toBe(0b0000_0100)
  expect(encodeFacts({ ...white, status: 'unassessed', currentGigabit: true })).toBe(0b0000_1111)
  expect(encodeFacts({ ...white, contract: 'deferred', voucherProject: true })).toBe(0b1100_0100)
})
