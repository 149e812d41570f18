import type { PhoneDatabase } from '../storage/database.ts'
import { PHONE_NEWS, type PhoneNews } from '../storage/phone-news.ts'
import { readUnsent } from '../storage/unsent.ts'
import { leaveToBeWiped } from './leave-to-be-wiped.ts'
import { phoneState } from './phone-state.ts'

/**
 * If the office wipes this phone and nothing that can be sent still waits, leaves in every tab for the page that wipes
 * it.
 */
export async function leaveIfHandedIn(phone: PhoneDatabase): Promise<void> {
  if (phoneState.get() !== 'wiping') return
  const { sales, hasOthers } = await readUnsent(phone)
  if (sales > 0 || hasOthers) return
  const news: PhoneNews = 'wiping'
  new BroadcastChannel(PHONE_NEWS).postMessage(news)
  leaveToBeWiped(phone)
}
