import type { EligibilityChecker } from '#domain/eligibility/eligibility.ts'
import { SIMULATED_CHECK_MS, simulatedVerdict } from '#domain/eligibility/simulated-verdict.ts'

/** The simulated check (docs/product 6.3). It runs on the phone, without a network. */
const checkBySimulation: EligibilityChecker = () =>
  new Promise((resolve) => {
    setTimeout(() => resolve(simulatedVerdict(Math.random())), SIMULATED_CHECK_MS)
  })

/** Where the dialog gets its verdicts. A real source replaces the simulation here. */
export const checkEligibility: EligibilityChecker = checkBySimulation
