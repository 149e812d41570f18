import { isSold, type LeadStatus } from '#domain/lead/lead.ts'
import type { App } from '../../../../app-context.ts'
import { continueLeftSale } from './continue-left-sale.ts'
import { isOnRegister } from './is-on-register.ts'

/**
 * Checks the door of the sale before the agent continues with its lead, which has this status. Resolves to `closed` if
 * the door is on the register, and to `continued` if a sale that was left there could be resumed.
 */
export async function lookAtDoor(
  app: App,
  status: LeadStatus | undefined,
): Promise<'open' | 'closed' | 'continued'> {
  const sale = app.sale.get()
  if (await isOnRegister(sale)) return 'closed'
  if (isSold({ status: status ?? sale.lead?.status ?? 'new' })) return 'open'
  return (await continueLeftSale(app)) ? 'continued' : 'open'
}
