import type { CheckedHousehold } from '#domain/eligibility/eligibility.ts'
import { type Lead, locationOf, voucherOf } from '#domain/lead/lead.ts'
import type { Uprn } from '#domain/premises/premises.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { settings } from '../../../../settings.ts'
import { thisPhone } from '../../../../storage/this-phone.ts'
import { streetOn } from '../../../../street/phone-street.ts'

/** Returns the household of an entered address. The lead's UPRN counts only if the address is the lead's own. */
export async function householdToCheck(
  { lead, eligibility }: Sale,
  address: string,
  leads: { find: (id: string) => Lead | undefined },
): Promise<CheckedHousehold> {
  const listed = lead ? leads.find(lead.id) : undefined
  const leadVoucher = listed ? voucherOf(listed) : (eligibility?.voucherAmount ?? 0)
  const isOwn = lead !== null && address.trim() === locationOf(lead, settings.localArea)
  return { address, uprn: isOwn ? await uprnOf(lead.id) : undefined, leadVoucher }
}

/** Returns the UPRN that the phone keeps with the street. If it is missing, the postcode decides. */
async function uprnOf(leadId: string): Promise<Uprn | undefined> {
  const street = streetOn(thisPhone)
  await street.ready
  return street.get()?.feed.places?.find(({ lead_id }) => lead_id === leadId)?.uprn ?? undefined
}
