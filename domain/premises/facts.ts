/** The values of `subsidy_control_status` in BDUK's file, in the order of its two bits. */
export const SUBSIDY_STATUSES = ['white', 'grey-black', 'under-review', 'unassessed'] as const
export type SubsidyStatus = (typeof SUBSIDY_STATUSES)[number]

/**
 * The values of `bduk_gis` and `bduk_gis_contract_scope`, in the order of their two bits; `unstated` is a contract
 * without a scope.
 */
export const CONTRACT_SCOPES = ['none', 'initial', 'deferred', 'unstated'] as const
export type ContractScope = (typeof CONTRACT_SCOPES)[number]

/** What BDUK published about one premises, without names and dates (docs/product 20.1). */
export type PremisesFacts = {
  status: SubsidyStatus
  /** False if BDUK does not count it as a premises: usually a part of one, or an outbuilding. */
  recognised: boolean
  currentGigabit: boolean
  futureGigabit: boolean
  /** The government contract for gigabit that the premises is in. */
  contract: ContractScope
  /** Whether it is in a voucher project. */
  voucherProject: boolean
}

/**
 * Packs the facts into one byte, as the table `premises` and the slice store them. From the lowest bit: status (2),
 * recognised, current gigabit, future gigabit, contract (2), voucher project. Every byte is valid.
 */
export const encodeFacts = (facts: PremisesFacts): number =>
  SUBSIDY_STATUSES.indexOf(facts.status) |
  (Number(facts.recognised) << 2) |
  (Number(facts.currentGigabit) << 3) |
  (Number(facts.futureGigabit) << 4) |
  (CONTRACT_SCOPES.indexOf(facts.contract) << 5) |
  (Number(facts.voucherProject) << 7)

/** Reads what `encodeFacts` wrote; bits above the byte are ignored. */
export const decodeFacts = (byte: number): PremisesFacts => ({
  status: SUBSIDY_STATUSES[byte & 3] as SubsidyStatus,
  recognised: (byte & 4) !== 0,
  currentGigabit: (byte & 8) !== 0,
  futureGigabit: (byte & 16) !== 0,
  contract: CONTRACT_SCOPES[(byte >> 5) & 3] as ContractScope,
  voucherProject: (byte & 128) !== 0,
})
