import { reached } from '../http/reached.ts'
import { turnedAway } from '../http/turned-away.ts'
import { streetEvents } from '../lists/street-events.ts'
import { refreshSlice } from '../premises/refresh-slice.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { phoneId } from '../storage/phone-id.ts'
import { claimsOn } from '../street/claims-on.ts'
import { registerOn } from '../street/register-on.ts'
import { visitsOn } from '../street/visits-on.ts'
import { leaveIfHandedIn } from './hand-in.ts'
import { createPhoneReporting } from './phone-report.ts'
import { phoneState } from './phone-state.ts'
import { sendCall } from './send-call.ts'
import { createSending, type Sending, type SendingHooks } from './sending.ts'

export type HttpSendingHooks = Omit<SendingHooks, 'send' | 'sendFirst'>

/**
 * How often the phone reports its state, and reads what others entered into the do-not-knock register and noted at
 * doors.
 */
const EXCHANGE_MS = 20_000
/** After an event of the street, phones wait up to this long, so that they do not all ask at once. */
const MAX_WAIT_MS = 2_000

/**
 * Sends the phone's sales to the server that the app came from; before them its entries of the register, then its
 * visits and claims.
 */
export function createHttpSending(phone: PhoneDatabase, hooks: HttpSendingHooks): Sending {
  const register = registerOn(phone)
  // If a phone cannot keep an identity, it still sells.
  const identity = phoneId(phone).catch(() => undefined)
  const leave = () => void leaveIfHandedIn(phone).catch(hooks.onTrouble)
  const sending = createSending(phone, {
    ...hooks,
    onChanged(sessionId) {
      hooks.onChanged(sessionId)
      leave()
    },
    send: async (call, follows, isSigned) => sendCall(call, follows, isSigned, await identity),
    sendFirst: register.send,
  })
  const report = createPhoneReporting(phone)
  const visits = visitsOn(phone)
  const claims = claimsOn(phone)
  const exchange = () => {
    void report().catch(hooks.onTrouble)
    void register
      .send()
      .then(visits.exchange)
      .then(register.sendMissing)
      .then(claims.exchange)
      .then(leave)
      .catch(hooks.onTrouble)
  }
  followState({
    ask: () => void report(true).catch(hooks.onTrouble),
    handIn() {
      sending.wake()
      exchange()
    },
  })
  setInterval(() => document.hidden || exchange(), EXCHANGE_MS)
  let asksSoon: ReturnType<typeof setTimeout> | undefined
  streetEvents.subscribe(() => {
    clearTimeout(asksSoon)
    asksSoon = setTimeout(exchange, Math.random() * MAX_WAIT_MS)
  })
  return {
    ...sending,
    wakeAndVerify() {
      exchange()
      sending.wakeAndVerify()
      void refreshPremises(phone).catch(hooks.onTrouble)
    },
  }
}

/**
 * Asks what the office wants of this phone once the server turns it away, and once the server answers again after a
 * break of the stream, because that is how the stream of a paused phone ends. Hands in what waits if the phone is to be
 * wiped.
 */
function followState({ ask, handIn }: { ask: () => void; handIn: () => void }): void {
  turnedAway.subscribe(ask)
  reached.subscribe(() => reached.get() && ask())
  if (turnedAway.get() !== undefined) ask()
  phoneState.subscribe(() => phoneState.get() === 'wiping' && handIn())
}

async function refreshPremises(phone: PhoneDatabase): Promise<void> {
  await refreshSlice(await phone.use((database) => database.get('marks', 'area')))
}
