import { describe, expect, it } from 'vitest'
import { activeData, areaOf, datasetOf, factsOf, premisesOf, TODAY } from '../testing/premises.ts'
import { decodeFacts } from './facts.ts'
import { ANSWERS, ruleOn } from './rule.ts'

const LATER = '2027-02-01'
const rule = (premises = premisesOf(), data = activeData(), today = TODAY) => ruleOn(premises, data, today)
const ofFacts = (facts: Parameters<typeof factsOf>[0]) => rule(premisesOf({ facts: factsOf(facts) }))

describe('the rule of one premises', () => {
  it('says no if a premises has gigabit or will get it anyway', () => {
    expect(ofFacts({ currentGigabit: true })).toEqual({
      answer: 'no',
      reason: 'Gigabit is available here already',
    })
    expect(ofFacts({ contract: 'initial' })).toEqual({ answer: 'no', reason: 'In a government contract' })
    expect(ofFacts({ futureGigabit: true })).toEqual({
      answer: 'no',
      reason: 'A commercial gigabit network is planned',
    })
    expect(ofFacts({ status: 'grey-black' })).toEqual({
      answer: 'no',
      reason: 'A gigabit network is there or due within 3 years',
    })
    const contract = { supplier: 'Openreach Limited', until: '2031-09-30' }
    expect(rule(premisesOf({ facts: factsOf({ contract: 'initial' }), contract })).reason).toBe(
      'In a government contract: Openreach Limited, by 30 Sept 2031',
    )
  })

  it('puts a closed area before anything unknown', () => {
    const area = areaOf({ state: 'closed', checkedOn: '2026-11-01' })
    const closed = {
      answer: 'area-closed',
      reason: 'Vouchers are closed in Llan Valley (checked 1 Nov 2026)',
    }
    expect(rule(premisesOf({ area }))).toEqual(closed)
    expect(rule(premisesOf({ area, facts: factsOf({ status: 'under-review' }) }))).toEqual(closed)
    expect(rule(premisesOf({ area, facts: undefined }))).toEqual(closed)
    expect(rule(premisesOf({ area: areaOf({ openTo: '2026-11-23' }) })).answer).toBe('area-closed')
    expect(rule(premisesOf({ area: areaOf({ openFrom: '2026-11-25' }) })).answer).toBe('area-closed')
  })

  it.each([
    [undefined, 'Not in the BDUK data of May 2026'],
    [factsOf({ recognised: false }), 'BDUK does not count this as a premises'],
    [factsOf({ contract: 'deferred' }), 'May join a government contract'],
    [factsOf({ contract: 'unstated' }), 'In a government contract of unstated scope'],
    [factsOf({ status: 'under-review' }), 'Coverage claims are under review'],
    [factsOf({ status: 'unassessed' }), 'Coverage claims are under review'],
  ])('is unknown if BDUK leaves it open: %j', (facts, reason) => {
    expect(rule(premisesOf({ facts }))).toEqual({ answer: 'unknown', reason })
  })

  it('trusts a voucher project only if it is our supplier’s', () => {
    const facts = factsOf({ voucherProject: true })
    const of = (supplier: string) =>
      rule(premisesOf({ facts, project: { name: null, supplier }, area: undefined }))
    expect(of('doorstep fibre limited')).toEqual({
      answer: 'likely',
      reason: 'In a voucher project of doorstep fibre limited',
    })
    expect(of('Openreach Limited').answer).toBe('unknown')
    expect(rule(premisesOf({ facts })).answer).toBe('unknown')
  })

  it('says likely only in an area that is open and was checked within 90 days', () => {
    expect(rule()).toEqual({ answer: 'likely', reason: 'No gigabit here, none planned, area open' })
    const notKnown = 'No gigabit planned; whether vouchers are open here is not known'
    expect(rule(premisesOf({ area: areaOf({ checkedOn: '2026-08-26' }) })).answer).toBe('likely')
    for (const area of [undefined, areaOf({ state: 'unknown' }), areaOf({ checkedOn: '2026-08-25' })])
      expect(rule(premisesOf({ area }))).toEqual({ answer: 'unknown', reason: notKnown })
  })

  it('stops saying likely once the next release is overdue, and marks a no as old', () => {
    const area = areaOf({ checkedOn: LATER })
    expect(rule(premisesOf({ area }), activeData(), '2027-01-31').answer).toBe('likely')
    expect(rule(premisesOf({ area }), activeData(), LATER)).toEqual({
      answer: 'unknown',
      reason: 'No gigabit planned in May 2026, but that data is out of date',
    })
    expect(rule(premisesOf({ area, facts: factsOf({ futureGigabit: true }) }), activeData(), LATER)).toEqual({
      answer: 'no',
      reason: 'A commercial gigabit network is planned (this may have changed since May 2026)',
    })
  })
})

describe('the supplier’s list', () => {
  const listed = premisesOf({ isListed: true, area: undefined })
  const of = (month: string) => activeData({ list: datasetOf(month) })

  it('makes a premises likely, even one that BDUK’s data lacks', () => {
    expect(rule(listed, of('2026-03'))).toEqual({
      answer: 'likely',
      reason: 'On the supplier’s list of March 2026',
    })
    expect(rule({ ...listed, facts: undefined }, of('2026-03')).answer).toBe('likely')
    expect(rule({ ...listed, facts: undefined }, { ...of('2026-03'), bduk: undefined }).answer).toBe('likely')
  })

  it('outweighs BDUK’s data only if it is newer', () => {
    const contradicted = { ...listed, facts: factsOf({ currentGigabit: true }) }
    expect(rule(contradicted, of('2026-06')).answer).toBe('likely')
    expect(rule(contradicted, of('2026-05'))).toEqual({
      answer: 'unknown',
      reason: 'On the supplier’s list of May 2026, but BDUK says: Gigabit is available here already',
    })
  })

  it('goes out of date like BDUK’s data', () => {
    expect(rule(listed, of('2026-02'))).toEqual({
      answer: 'unknown',
      reason: 'On the supplier’s list of February 2026, which is out of date',
    })
  })
})

it('gives every combination an answer, but likely despite gigabit only because of a newer list', () => {
  const areas = [
    undefined,
    areaOf(),
    areaOf({ state: 'closed' }),
    areaOf({ state: 'unknown' }),
    areaOf({ checkedOn: '2026-01-01' }),
    areaOf({ openTo: '2026-01-01' }),
  ]
  const bduks = [undefined, '2026-01', '2026-05'].map((month) => month && datasetOf(month))
  const lists = [undefined, '2026-01', '2026-05', '2026-06'].map((month) => month && datasetOf(month))
  const projects = [
    undefined,
    { name: 'OR1', supplier: 'Doorstep Fibre Limited' },
    { name: null, supplier: 'Openreach Limited' },
  ]
  let combinations = 0
  for (let byte = -1; byte < 256; byte++)
    for (const area of areas)
      for (const bduk of bduks)
        for (const list of lists)
          for (const isListed of [false, true])
            for (const project of projects) {
              const facts = byte < 0 || !bduk ? undefined : decodeFacts(byte)
              const premises = premisesOf({ facts, area, isListed, project })
              const data = activeData({ bduk: bduk || undefined, list: list || undefined })
              const { answer, reason } = ruleOn(premises, data, TODAY)
              combinations += 1
              if (!ANSWERS.includes(answer) || /eligible|guarantee|qualif|entitle/i.test(reason) || !reason)
                expect.fail(JSON.stringify({ premises, answer, reason }))
              const isNewer = isListed && list && bduk && list.month > bduk.month
              if (answer === 'likely' && facts?.currentGigabit && !isNewer)
                expect.fail(JSON.stringify({ premises, answer, reason }))
            }
  expect(combinations).toBe(257 * 6 * 3 * 4 * 2 * 3)
})
