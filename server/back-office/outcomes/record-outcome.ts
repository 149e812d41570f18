import { refuseOutcome } from '#domain/after-signature/refuse-outcome.ts'
import type { NewOutcome, SaleOutcome } from '#domain/after-signature/sale-outcome.ts'
import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { failed, success } from '#domain/kernel/result.ts'
import type { Db } from '../../db/schema.ts'
import { type Answer, failWith, ruleProblem } from '../../http/problem.ts'
import { lockSale } from '../../sales/opportunities.queries.ts'
import { findRecordedSale } from '../sale-record.queries.ts'
import { insertOutcome, listOutcomes } from './outcomes.queries.ts'

/**
 * Stores what came of a signed sale (docs/product 23). A repeat gets what is stored under its id. It changes neither the sale
 * nor what the CRM and the automation service know.
 */
export const recordOutcome = (db: Db, sessionId: string, outcome: NewOutcome): Promise<Answer<SaleOutcome>> =>
  db.transaction().execute((transaction) => record(transaction, sessionId, outcome))

async function record(db: Db, sessionId: string, outcome: NewOutcome): Promise<Answer<SaleOutcome>> {
  // Two complaints must not be closed for one that was opened.
  const isThere = await lockSale(db, sessionId)
  const sale = isThere && (await findRecordedSale(db, sessionId))
  if (!sale) return failWith('not-found')
  const outcomes = await listOutcomes(db, sessionId)
  const earlier = outcomes.find(({ id }) => id === outcome.id)
  if (earlier) return success(earlier)
  const refusal = refuseOutcome(outcome, { ...sale, outcomes }, londonDateOf(new Date().toISOString()))
  if (refusal) return failed(ruleProblem(refusal))
  const stored = await insertOutcome(db, sessionId, outcome)
  return stored ? success(stored) : failWith('internal-error')
}
