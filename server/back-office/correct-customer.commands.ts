import { failed } from '#domain/kernel/result.ts'
import type { CustomerEntered, CustomerField } from '#protocol/back-office.ts'
import { readCustomer } from '#protocol/read-customer.ts'
import { type By, recordAct } from '../audit/record-act.queries.ts'
import type { Context } from '../context.ts'
import { type Answer, failWith, ruleProblem } from '../http/problem.ts'
import { updateBeside } from '../sales/opportunities.commands.ts'
import { findSale } from '../sales/opportunities.queries.ts'

const NAMES: Record<CustomerField, string> = {
  customer_name: 'name',
  customer_email: 'email',
  customer_phone: 'phone',
}

export type CorrectionContext = Pick<Context, 'db' | 'changeFeed' | 'recentSales' | 'saleWriter'>

/**
 * Corrects the customer of a sale by the rules of the sale. If a correction would blank a field, all of it is refused.
 * Does not write fields that are blank already, so that the phone can still fill them. Returns whether anything was
 * written.
 */
export async function correctCustomer(
  context: CorrectionContext,
  by: By,
  session_id: string,
  entered: CustomerEntered,
): Promise<Answer<{ isChanged: boolean }>> {
  const found = await findSale(context.db, session_id)
  if (!found) return failWith('not-found')
  const { changes, blanked } = readCustomer(found.sale, entered)
  if (blanked.length > 0) return failed(ruleProblem(staysFilled(blanked)))
  const isChanged = Object.keys(changes).length > 0
  if (isChanged) {
    const change = { values: { session_id, ...changes }, requestId: by.requestId }
    const details = { fields: Object.keys(changes).join(' ') }
    const decision = await updateBeside(context, change, (tx) =>
      recordAct(tx, by, { verb: 'customer-corrected', sessionId: session_id, details }),
    )
    if (!decision.ok) return failed(ruleProblem(decision.failure))
  }
  return { ok: true, value: { isChanged } }
}

const LIST = new Intl.ListFormat('en-GB')

function staysFilled(blanked: readonly CustomerField[]) {
  const names = LIST.format(blanked.map((field) => NAMES[field]))
  const sentence = `${names.charAt(0).toUpperCase()}${names.slice(1)} cannot be blank: the customer has given ${blanked.length === 1 ? 'it' : 'them'}.`
  return { rule: 'customer_stays_filled', sentence }
}
