import { ENROL_PAGE } from '#protocol/identity.ts'
import type { PhoneDatabase } from '../storage/database.ts'

/** Stops this page from storing anything, and opens the page that deletes everything (docs/product 26.11). */
export function leaveToBeWiped(phone: PhoneDatabase): void {
  phone.use = () => new Promise(() => {})
  location.replace(ENROL_PAGE)
}
