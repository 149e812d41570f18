import type { Sale } from '#domain/sale/sale.ts'
import { doorOfLocation } from '#domain/street/do-not-knock.ts'
import { closedDoors } from '../../../../lists/closed-doors.ts'
import { thisPhone } from '../../../../storage/this-phone.ts'
import { registerOn } from '../../../../street/register-on.ts'
import { visitsOn } from '../../../../street/visits-on.ts'

/**
 * Returns whether agents must not call at the sale's lead, or at the address that was checked for the sale. Uses
 * everything that this phone knows, even right after a reload.
 */
export async function isOnRegister({
  lead,
  customerLocation,
}: Pick<Sale, 'lead' | 'customerLocation'>): Promise<boolean> {
  await Promise.all([registerOn(thisPhone).ready, visitsOn(thisPhone).ready])
  const checked = customerLocation && doorOfLocation(customerLocation.address)
  return [lead, checked].some((door) => door && closedDoors.get()(door) !== undefined)
}
