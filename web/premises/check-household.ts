import { verdictFrom } from '#domain/eligibility/data-verdict.ts'
import type { Check, CheckedHousehold, EligibilityChecker } from '#domain/eligibility/eligibility.ts'
import { isObject } from '#domain/kernel/parse-json.ts'
import { postcodeIn } from '#domain/premises/postcode.ts'
import { type Asked, type VoucherVerdict, verdictOn } from '#domain/premises/verdict.ts'
import { findInSlice } from '#protocol/find-in-slice.ts'
import { PREMISES_PATH, type VerdictAnswer } from '#protocol/premises.ts'
import { decodeSlice } from '#protocol/premises-slice.ts'
import { checkBySimulation } from '../eligibility/simulated-check.ts'
import { ask } from '../http/ask.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import { type KeptSlice, readSlice } from './kept-slice.ts'

/** Short, because the agent waits at the door. */
const TIMEOUT_MS = 5_000

/**
 * Checks a household with the slice on the phone or else at the server (docs/product 20.5). If no data is active, or if
 * the phone has never reached the server, the simulated check answers.
 */
export const checkHousehold: EligibilityChecker = async (household) => {
  const kept = await readSlice().catch(reportTrouble)
  if (kept?.bytes === null) return checkBySimulation()
  const asked: Asked = { uprn: household.uprn, postcode: postcodeIn(household.address) }
  const verdict = kept ? answerFromSlice(kept, asked) : undefined
  if (verdict) return checkOf(verdict, household)
  const answer = await askServer(asked)
  if (answer?.verdict) return checkOf(answer.verdict, household)
  return answer || !kept ? checkBySimulation() : { verdict: 'when-online', voucherVerdict: null }
}

const checkOf = (voucherVerdict: VoucherVerdict, { leadVoucher }: CheckedHousehold): Check => ({
  verdict: verdictFrom(voucherVerdict, leadVoucher),
  voucherVerdict,
})

function answerFromSlice({ bytes }: KeptSlice, asked: Asked): VoucherVerdict | undefined {
  if (!bytes) return undefined
  try {
    const slice = decodeSlice(bytes)
    const found = slice && findInSlice(slice, asked)
    return found && verdictOn(asked, found, new Date().toISOString())
  } catch (error) {
    reportTrouble(error)
    return undefined
  }
}

async function askServer({ uprn, postcode }: Asked): Promise<VerdictAnswer | undefined> {
  const query = new URLSearchParams({ ...(uprn && { uprn }), ...(postcode && { postcode }) })
  const answer = await ask(`${PREMISES_PATH}/verdict?${query}`, isVerdictAnswer, { timeoutMs: TIMEOUT_MS })
  return answer.ok ? answer.value : undefined
}

const isVerdictAnswer = (answer: unknown): answer is VerdictAnswer =>
  isObject<VerdictAnswer>(answer) && 'verdict' in answer
