import type { App } from '../app-context.ts'
import { turnedAway } from '../http/turned-away.ts'
import { joinOtherTabs } from '../other-tabs.ts'
import { PHONE_NEWS, type PhoneNews } from '../storage/phone-news.ts'
import { leaveToBeWiped } from './leave-to-be-wiped.ts'

type Followed = Pick<App, 'phone' | 'sending'> & {
  lists: Pick<App['lists'], 'area' | 'chooseArea' | 'retry'>
}

/** Until all processes of the server agree on a phone, one may turn it away and another accept it. */
const SETTLED_MS = 5_000

/**
 * Reads the lists again once the server no longer turns this phone away. After an enrolment in another tab, reads them
 * from the beginning, because they are another person's, and sends everything that waits. Leaves the app if another tab
 * is about to wipe the phone.
 */
export function followPhoneNews({ phone, lists, sending }: Followed): void {
  let readAt = Number.NEGATIVE_INFINITY
  turnedAway.subscribe(() => {
    const now = performance.now()
    if (turnedAway.get() !== undefined || now - readAt < SETTLED_MS) return
    readAt = now
    void lists.retry()
  })
  joinOtherTabs(PHONE_NEWS, (message) => {
    const news = message as PhoneNews
    if (news === 'wiping') return leaveToBeWiped(phone)
    void lists.chooseArea(lists.area, true)
    sending.wakeAndVerify()
  })
}
