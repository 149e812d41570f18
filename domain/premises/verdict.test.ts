import { describe, expect, it } from 'vitest'
import { activeData, areaOf, datasetOf, factsOf, premisesOf, TODAY } from '../testing/premises.ts'
import type { KnownPremises } from './premises.ts'
import { type Found, verdictOn } from './verdict.ts'
import { ANSWER_WORDS, ageInWords, levelInWords, sourceInWords, verdictInWords } from './verdict-words.ts'

const AT = `${TODAY}T10:00:00.000Z`
const POSTCODE = 'LL79 1AB'
const GIGABIT = premisesOf({ facts: factsOf({ currentGigabit: true }) })

const found = (inPostcode: readonly KnownPremises[] = [], given: Partial<Found> = {}): Found => ({
  data: activeData(),
  premises: undefined,
  inPostcode,
  ...given,
})
const ofPostcode = (...premises: KnownPremises[]) =>
  verdictOn({ uprn: undefined, postcode: POSTCODE }, found(premises), AT)
const ofUprn = (premises: Found['premises'], inPostcode: readonly KnownPremises[] = []) =>
  verdictOn({ uprn: '790001', postcode: POSTCODE }, found(inPostcode, { premises }), AT)

describe('a postcode', () => {
  it('has an answer if all its premises agree, whatever their reasons', () => {
    expect(ofPostcode(premisesOf(), premisesOf())).toMatchObject({
      answer: 'likely',
      reasons: ['No gigabit here, none planned, area open'],
      level: { of: 'postcode', postcode: POSTCODE, premises: 2, unanimous: true },
    })
    expect(
      ofPostcode(GIGABIT, premisesOf({ facts: factsOf({ futureGigabit: true }) }), GIGABIT),
    ).toMatchObject({
      answer: 'no',
      reasons: [
        '2 of 3 in LL79 1AB: Gigabit is available here already',
        '1 of 3 in LL79 1AB: A commercial gigabit network is planned',
      ],
    })
  })

  it('never goes by the majority', () => {
    const verdict = ofPostcode(...Array.from({ length: 50 }, () => premisesOf()), GIGABIT)
    expect(verdict.answer).toBe('unknown')
    expect(verdict.reasons).toEqual([
      'The premises of this postcode differ. The UPRN of this one would decide',
      '50 of 51 in LL79 1AB: No gigabit here, none planned, area open',
      '1 of 51 in LL79 1AB: Gigabit is available here already',
    ])
    expect(levelInWords(verdict.level)).toBe('51 in LL79 1AB, which differ')
  })

  it('ignores unrecognised premises unless there are no others', () => {
    const shed = premisesOf({ facts: factsOf({ recognised: false }) })
    expect(ofPostcode(GIGABIT, shed)).toMatchObject({ answer: 'no', level: { premises: 1 } })
    expect(ofPostcode(shed)).toMatchObject({
      answer: 'unknown',
      reasons: ['BDUK does not count this as a premises'],
    })
  })

  it('is unknown without data or without a postcode', () => {
    expect(ofPostcode()).toMatchObject({
      answer: 'unknown',
      reasons: ['Not in the BDUK data of May 2026'],
      level: { of: 'nothing' },
    })
    expect(verdictOn({ uprn: undefined, postcode: undefined }, found(), AT)).toMatchObject({
      answer: 'unknown',
      reasons: ['There is no postcode in this address'],
    })
  })
})

describe('a UPRN', () => {
  it('has its own answer, whatever its neighbours have', () => {
    expect(ofUprn({ ...premisesOf(), postcode: POSTCODE }, [GIGABIT])).toMatchObject({
      answer: 'likely',
      level: { of: 'premises', uprn: '790001' },
    })
  })

  it('is not trusted if BDUK has it in another postcode', () => {
    expect(ofUprn({ ...premisesOf(), postcode: 'LL79 2ZZ' })).toMatchObject({
      answer: 'unknown',
      reasons: ['BDUK has this UPRN in LL79 2ZZ'],
      level: { of: 'nothing' },
    })
  })

  it('is unknown if no data has it, or closed if the area of its postcode is', () => {
    expect(ofUprn(undefined, [premisesOf()])).toMatchObject({
      answer: 'unknown',
      reasons: ['Not in the BDUK data of May 2026'],
    })
    const closed = premisesOf({ area: areaOf({ state: 'closed' }) })
    expect(ofUprn(undefined, [closed, closed]).answer).toBe('area-closed')
    expect(ofUprn(undefined, [closed, premisesOf({ area: undefined })]).answer).toBe('unknown')
  })
})

describe('a verdict', () => {
  it('names every version that it used, with its month, and the area', () => {
    const premises = {
      ...premisesOf({ isListed: true, area: areaOf({ maxVoucher: 3000 }) }),
      postcode: POSTCODE,
    }
    const verdict = verdictOn(
      { uprn: '790001', postcode: POSTCODE },
      found([], { premises, data: activeData({ list: datasetOf('2026-06') }) }),
      AT,
    )
    expect(verdict.sources.map(sourceInWords)).toEqual([
      'BDUK, May 2026',
      'Supplier’s list, June 2026',
      'Llan Valley, checked 1 Nov 2026',
    ])
    expect(verdict.sources.map((source) => ageInWords(source, AT))).toEqual([
      '6 months old',
      '5 months old',
      undefined,
    ])
    expect(verdict).toMatchObject({ rule: 'gbvs-2025-10', checkedAt: AT, maxVoucher: 3000 })
  })

  it('leaves out a list without the premises, and has the lowest maximum of several areas', () => {
    const verdict = verdictOn(
      { uprn: undefined, postcode: POSTCODE },
      found([premisesOf(), premisesOf({ area: areaOf({ name: 'Hill', maxVoucher: 1500 }) })], {
        data: activeData({ list: datasetOf('2026-06') }),
      }),
      AT,
    )
    expect(verdict.sources.map(({ kind }) => kind)).toEqual([
      'bduk-premises',
      'voucher-areas',
      'voucher-areas',
    ])
    expect(verdict.maxVoucher).toBe(1500)
  })

  it('fits into one paragraph', () => {
    expect(verdictInWords(ofPostcode(premisesOf()))).toBe(
      'Likely: No gigabit here, none planned, area open. The only one in LL79 1AB. BDUK, May 2026. ' +
        'Llan Valley, checked 1 Nov 2026. BDUK decides when the voucher is requested. ' +
        'Checked 24 Nov 2026 by the rule gbvs-2025-10.',
    )
  })

  it('is plain JSON', () => {
    const verdict = ofPostcode(premisesOf())
    expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict)
  })
})

it('has four words for its answers', () => {
  expect(Object.values(ANSWER_WORDS)).toEqual(['Likely', 'No', 'Unknown', 'Area closed'])
})
