import { describe, expect, it } from 'vitest'
import { PAPER_NUMBER_RULE } from '../copy/paper-number.ts'
import { signingWith } from '../testing/agreements.ts'
import {
  AT,
  giveCopy,
  outcome,
  saleAfter,
  sentence,
  sign,
  submitWith,
  TO_CONTRACT,
  TO_SUBMITTED,
} from '../testing/sale-commands.ts'

const LATER = '2026-03-02T10:00:00.000Z'
const SIGNING = signingWith()
const recorded = saleAfter(...TO_CONTRACT, sign, submitWith(SIGNING))

describe('what the phone recorded of the signing', () => {
  it('is kept with the submitted order', () => {
    expect(recorded.signing).toEqual(SIGNING)
  })

  it('is not needed to submit an order', () => {
    expect(saleAfter(...TO_SUBMITTED)).toMatchObject({ step: 5, contract: { timestamp: AT } })
  })
})

describe('a copy that the agent has given', () => {
  it('is kept with its time', () => {
    const { sale, facts } = outcome(recorded, giveCopy('paper'))
    expect(sale.copiesGiven).toEqual({ paper: AT })
    expect(facts).toEqual([{ type: 'copy-given', way: 'paper' }])
  })

  it.each([
    ['F-17', 'F-17'],
    [' 2026/0042 ', '2026/0042'],
    ['Nº 7 (б)', 'Nº 7 (б)'],
    ['x'.repeat(40), 'x'.repeat(40)],
    [' ', undefined],
  ])('is kept with the number on its paper (%j)', (number, paperNumber) => {
    expect(outcome(recorded, giveCopy('paper', AT, number)).sale.paperNumber).toBe(paperNumber)
  })

  it.each(['x'.repeat(41), 'F\n17', '\u202eF-17', '🦄 17', '--', 'F\u000017'])(
    'is refused with the number %j, and says what to do',
    (number) => expect(sentence(recorded, giveCopy('paper', AT, number))).toBe(PAPER_NUMBER_RULE),
  )

  it('counts once for each way', () => {
    const given = outcome(recorded, giveCopy('paper')).sale
    expect(outcome(given, giveCopy('paper', LATER))).toEqual({ sale: given, facts: [] })
    expect(outcome(given, giveCopy('shared', LATER)).sale.copiesGiven).toEqual({ paper: AT, shared: LATER })
  })

  it('is refused before the order is submitted, and without a record of the signing', () => {
    const wrongStep = 'The sale is on another step.'
    expect(sentence(saleAfter(...TO_CONTRACT, sign), giveCopy('paper'))).toBe(wrongStep)
    expect(sentence(saleAfter(...TO_SUBMITTED), giveCopy('paper'))).toBe(wrongStep)
  })
})
