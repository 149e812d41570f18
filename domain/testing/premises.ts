import type { VoucherArea } from '../premises/area.ts'
import type { PremisesFacts } from '../premises/facts.ts'
import type { ActiveData, Dataset, KnownPremises } from '../premises/premises.ts'
import { type VoucherVerdict, verdictOn } from '../premises/verdict.ts'

/** A day on which all the data below is fresh. */
export const TODAY = '2026-11-24'

/** Returns the facts of a recognised premises without gigabit, contract or project, except for what is given. */
export const factsOf = (given: Partial<PremisesFacts> = {}): PremisesFacts => ({
  status: 'white',
  recognised: true,
  currentGigabit: false,
  futureGigabit: false,
  contract: 'none',
  voucherProject: false,
  ...given,
})

export const areaOf = (given: Partial<VoucherArea> = {}): VoucherArea => ({
  name: 'Llan Valley',
  state: 'open',
  openFrom: null,
  openTo: null,
  maxVoucher: 4500,
  checkedOn: '2026-11-01',
  sourceUrl: null,
  ...given,
})

/** Returns a premises with `factsOf` in an open area, except for what is given. */
export const premisesOf = (given: Partial<KnownPremises> = {}): KnownPremises => ({
  facts: factsOf(),
  contract: undefined,
  project: undefined,
  area: areaOf(),
  isListed: false,
  ...given,
})

export const datasetOf = (month: string): Dataset => ({
  version: `of ${month}`,
  month,
  sha256: 'ab'.repeat(32),
  attribution: 'BDUK, OGL v3',
})

/** Returns the verdict on a postcode of white premises in an open area, which is `likely`, except for what is given. */
export const voucherVerdictOf = (given: Partial<VoucherVerdict> = {}): VoucherVerdict => ({
  ...verdictOn(
    { uprn: undefined, postcode: 'LL79 1AB' },
    { data: activeData(), premises: undefined, inPostcode: [premisesOf()] },
    `${TODAY}T10:00:00.000Z`,
  ),
  ...given,
})

/** Returns BDUK's release of May 2026 as the active data, except for what is given. */
export const activeData = (given: Partial<ActiveData> = {}): ActiveData => ({
  bduk: datasetOf('2026-05'),
  list: undefined,
  ownSupplier: 'Doorstep Fibre Limited',
  ...given,
})
