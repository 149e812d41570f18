import type { PhoneDatabase } from '../storage/database.ts'
import { registerOn } from '../street/register-on.ts'
import { sendCall } from './send-call.ts'
import { createSending, type Sending, type SendingHooks } from './sending.ts'

export type HttpSendingHooks = Omit<SendingHooks, 'send' | 'sendFirst'>

/** How often the phone asks for what other phones entered into the do-not-knock register. */
const EXCHANGE_MS = 20_000

/** Sends the phone's sales to the server that the app came from, and before them its entries of the register. */
export function createHttpSending(phone: PhoneDatabase, hooks: HttpSendingHooks): Sending {
  const register = registerOn(phone)
  const sending = createSending(phone, { ...hooks, send: sendCall, sendFirst: register.send })
  const exchange = () => void register.exchange().catch(hooks.onTrouble)
  setInterval(() => document.hidden || exchange(), EXCHANGE_MS)
  return {
    ...sending,
    wakeAndVerify() {
      exchange()
      sending.wakeAndVerify()
    },
  }
}
