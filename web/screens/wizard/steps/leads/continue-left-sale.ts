import type { Sale } from '#domain/sale/sale.ts'
import type { App } from '../../../../app-context.ts'
import { findSale } from '../../../../storage/sale-records.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { dismissAnswered } from '../../../dismiss-answered.ts'

type LeftOn = Pick<App, 'phone' | 'phoneSales' | 'sale'> & { lists: Pick<App['lists'], 'shown'> }

/**
 * Resumes the unfinished sale that was left at the door of the new one (docs/product 4.2), because another sale there
 * would only supersede it. Resolves to whether it did. A sale with another verdict is left alone: the latest check
 * counts.
 */
export async function continueLeftSale(app: LeftOn): Promise<boolean> {
  const sale = app.sale.get()
  const left = sale.opened ? undefined : await findLeftSale(app, sale).catch(() => undefined)
  const resumed = left && (await app.sale.resume(left).catch(() => undefined))
  if (!resumed?.ok) return false
  dismissAnswered()
  toast('Continuing the sale you left here')
  return true
}

async function findLeftSale({ phone, phoneSales, lists }: LeftOn, sale: Sale): Promise<Sale | undefined> {
  const { rows } = lists.shown.opportunities
  const isUnfinished = (sessionId: string) => {
    const { status = 'open' } = rows.find(({ session_id }) => session_id === sessionId) ?? {}
    return status === 'open' || status === 'qualified'
  }
  const [latest] = [...phoneSales.get().values()]
    .filter(({ resumable, written }) => resumable && sale.lead && written.lead_id === sale.lead.id)
    .filter(({ sessionId }) => isUnfinished(sessionId))
    .sort((one, other) => other.savedAt.localeCompare(one.savedAt))
  const left = latest && (await findSale(phone, latest.sessionId))
  return left && !left.contract && whatWasChecked(left) === whatWasChecked(sale) ? left : undefined
}

const whatWasChecked = ({ customerLocation, eligibility }: Sale) =>
  JSON.stringify([customerLocation, eligibility])
