import { refuseOutcome } from '#domain/after-signature/refuse-outcome.ts'
import type { NewOutcome, SaleOutcome } from '#domain/after-signature/sale-outcome.ts'
import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { failed, success } from '#domain/kernel/result.ts'
import { type By, recordAct, recorded } from '../../audit/record-act.queries.ts'
import type { Db } from '../../db/schema.ts'
import { type Answer, failWith, ruleProblem } from '../../http/problem.ts'
import { lockSale } from '../../sales/opportunities.queries.ts'
import { findRecordedSale } from '../sale-record.queries.ts'
import { insertOutcome, listOutcomes, markOutcome } from './outcomes.queries.ts'

/**
 * Stores what came of a signed sale (docs/product 23). A repeat gets what is stored under its id. The sale itself, the
 * CRM and the automation service stay as they are.
 */
export const recordOutcome = (
  db: Db,
  by: By,
  sessionId: string,
  outcome: NewOutcome,
): Promise<Answer<SaleOutcome>> =>
  db.transaction().execute((transaction) => record(transaction, by, sessionId, outcome))

async function record(db: Db, by: By, sessionId: string, outcome: NewOutcome): Promise<Answer<SaleOutcome>> {
  // Lock the sale, so that two complaints cannot be closed if only one was opened.
  const isThere = await lockSale(db, sessionId)
  const sale = isThere && (await findRecordedSale(db, sessionId))
  if (!sale) return failWith('not-found')
  const outcomes = await listOutcomes(db, sessionId)
  const earlier = outcomes.find(({ id }) => id === outcome.id)
  if (earlier) return success(earlier)
  const refusal = refuseOutcome(outcome, { ...sale, outcomes }, londonDateOf(new Date().toISOString()))
  if (refusal) return failed(ruleProblem(refusal))
  const stored = await insertOutcome(db, sessionId, outcome)
  if (!stored) return failWith('internal-error')
  await recordAct(db, by, { verb: 'outcome-recorded', ...actOn(sessionId, stored) })
  return success(stored)
}

/**
 * Takes an outcome back, or lets it count again. A repeat keeps the first moment. Returns undefined if the sale has no
 * such outcome.
 */
export async function takeBackOutcome(
  db: Db,
  by: By,
  which: { session_id: string; id: string },
  takenBack: boolean,
): Promise<SaleOutcome | undefined> {
  const { marked } = await recorded(
    db,
    by,
    async (tx) => ({
      isThere: await lockSale(tx, which.session_id),
      outcomes: await listOutcomes(tx, which.session_id),
      marked: await markOutcome(tx, which, takenBack),
    }),
    ({ outcomes, marked }) => {
      const before = outcomes.find(({ id }) => id === which.id)
      if (!marked || (before?.taken_back_at === null) !== takenBack) return undefined
      return {
        verb: takenBack ? 'outcome-taken-back' : 'outcome-restored',
        ...actOn(which.session_id, marked),
      }
    },
  )
  return marked
}

const actOn = (sessionId: string, { id, kind }: SaleOutcome) => ({
  objectId: id,
  sessionId,
  details: { kind },
})
