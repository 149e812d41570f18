import type { VoucherVerdict } from '#domain/premises/verdict.ts'

/**
 * What the active data sets say about premises. Needs the public key.
 *
 * - `GET /slice?area=` returns the premises of an area's postcodes, packed (`premises-slice.ts`), or 204 while no data
 *   is active. Its ETag changes with the data, the voucher areas and the area's postcodes. Without `area`, it covers
 *   all leads.
 * - `GET /verdict?uprn=&postcode=` returns {@link VerdictAnswer} for one household
 */
export const PREMISES_PATH = '/functions/v1/premises'

/** Null while no data is active. */
export type VerdictAnswer = { verdict: VoucherVerdict | null }
