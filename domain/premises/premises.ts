import type { CalendarDate } from '../cooling-off/calendar-date.ts'
import type { VoucherArea } from './area.ts'
import type { DataMonth } from './data-month.ts'
import type { PremisesFacts } from './facts.ts'

/** A Unique Property Reference Number: 1 to 12 digits. */
export type Uprn = string

/** The government contract for gigabit that a premises is in, as far as BDUK says. */
export type Contract = { supplier: string | null; until: CalendarDate | null }

/** The voucher project that a premises is in, as far as BDUK says. */
export type VoucherProject = { name: string | null; supplier: string | null }

/** Everything that active data says about one premises. */
export type KnownPremises = {
  /** Undefined if BDUK's data does not have the premises. */
  facts: PremisesFacts | undefined
  /** Who builds the government contract, and by when. */
  contract: Contract | undefined
  project: VoucherProject | undefined
  area: VoucherArea | undefined
  /** Whether the supplier's own list has it. */
  isListed: boolean
}

/** One active version of a data set. */
export type Dataset = {
  version: string
  month: DataMonth
  /** The hash of the file or files, in hex. */
  sha256: string
  /** The attribution that its licence requires. */
  attribution: string
}

/** The data that is active when a verdict is made. */
export type ActiveData = {
  bduk: Dataset | undefined
  /** The supplier's own list of premises. */
  list: Dataset | undefined
  /** The name under which BDUK knows our own supplier; null if it is not set. */
  ownSupplier: string | null
}
