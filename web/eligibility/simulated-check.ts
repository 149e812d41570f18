import type { Check } from '#domain/eligibility/eligibility.ts'
import { SIMULATED_CHECK_MS, simulatedVerdict } from '#domain/eligibility/simulated-verdict.ts'

/** Runs the simulated check (docs/product 6.3) on the phone, without a network. */
export const checkBySimulation = (): Promise<Check> =>
  new Promise((resolve) => {
    setTimeout(
      () => resolve({ verdict: simulatedVerdict(Math.random()), voucherVerdict: null }),
      SIMULATED_CHECK_MS,
    )
  })
