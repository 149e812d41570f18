import type { OpportunityListed } from '#protocol/tables.ts'
import type { PhoneSale } from '../offline/phone-sales.ts'

const NOTHING_YET: Omit<OpportunityListed, 'id' | 'session_id' | 'created_at' | 'updated_at'> = {
  status: 'open',
  lead_id: null,
  customer_name: null,
  customer_email: null,
  customer_phone: null,
  customer_location: null,
  customer_id_number: null,
  customer_discount: null,
  service_package_id: null,
  service_package_name: null,
  service_speed: null,
  service_monthly_price: null,
  service_installation_price: null,
  total_value: null,
  voucher_amount: null,
  eligibility_status: null,
  eligibility_scheme: null,
  contract_timestamp: null,
  contract_ip_address: null,
  notes: null,
  ghl_opportunity_id: null,
  last_ghl_sync: null,
  received_at: null,
  closed_by: null,
}

/**
 * Every sale as the agent knows it: what the server has, and over it what this phone has not been able to tell it yet.
 * Sales that the server has never heard of come first.
 */
export function trackedSales(
  stored: readonly OpportunityListed[],
  phoneSales: ReadonlyMap<string, PhoneSale>,
): readonly OpportunityListed[] {
  const waiting = new Map([...phoneSales].filter(([, { writes }]) => writes > 0))
  if (waiting.size === 0) return stored
  const known = stored.map((row) => {
    const ahead = waiting.get(row.session_id)
    waiting.delete(row.session_id)
    return ahead && row.closed_by !== 'crm' ? { ...row, ...ahead.written } : row
  })
  const unknown = [...waiting.values()].sort((a, b) => b.savedAt.localeCompare(a.savedAt))
  return [...unknown.map(rowOfPhoneSale), ...known]
}

/** A sale that only this phone has, in the form of the server's. */
function rowOfPhoneSale({ sessionId, savedAt, written }: PhoneSale): OpportunityListed {
  const own = { id: sessionId, session_id: sessionId, created_at: savedAt, updated_at: savedAt }
  return { ...NOTHING_YET, ...written, ...own }
}
