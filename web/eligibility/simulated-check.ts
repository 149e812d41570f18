import {
  type EligibilityChecker,
  SIMULATED_CHECK_MS,
  simulatedVerdict,
} from '#domain/eligibility/eligibility.ts'

/** The simulated check (docs/product 6.3). It runs on the phone, without a network. */
export const checkBySimulation: EligibilityChecker = () =>
  new Promise((resolve) => {
    setTimeout(() => resolve(simulatedVerdict(Math.random())), SIMULATED_CHECK_MS)
  })
