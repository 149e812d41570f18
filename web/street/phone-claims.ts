import type { OwnClaim } from '#domain/street/claim.ts'
import { isInForce } from '#domain/street/known-claim.ts'
import { joinOtherTabs } from '../other-tabs.ts'
import { randomUuid } from '../random-uuid.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { phoneId } from '../storage/phone-id.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import { createStore, type Readable } from '../store.ts'
import { type KeptClaim, ownClaims } from './own-claims.ts'
import { streetOn } from './phone-street.ts'
import { sendClaims } from './send-claims.ts'

export type ClaimedStreet = Pick<OwnClaim, 'street' | 'street_name' | 'area'>

/** The claims made on this phone. */
export type PhoneClaims = Readable<readonly KeptClaim[]> & {
  /** Resolves once the claims that the phone has kept are shown. */
  ready: Promise<void>
  /** Claims a street. The claim is stored once the promise resolves; rejects if the phone cannot store it. */
  claim: (street: ClaimedStreet) => Promise<void>
  /** Ends the claim on a street. */
  release: (street: string) => Promise<void>
  /** Renews the claim on a street, if this phone has one. */
  renew: (street: string) => Promise<void>
  /** Sends the waiting claims; sending one twice does no harm. */
  exchange: () => Promise<void>
}

/** A lease lasts hours, so it need not be renewed at every door. */
const MIN_RENEWAL_MS = 10 * 60_000

export function createPhoneClaims(phone: PhoneDatabase): PhoneClaims {
  const { get, set, subscribe } = createStore<readonly KeptClaim[]>([])
  const announce = joinOtherTabs('doorstep-claims', () => void show().catch(reportTrouble))
  const show = async () => set(await ownClaims.read(phone))

  async function change(by: (own: readonly KeptClaim[]) => KeptClaim[]): Promise<void> {
    set(await ownClaims.change(phone, by))
    announce('changed')
  }

  async function note(by: (own: readonly KeptClaim[]) => KeptClaim[]): Promise<void> {
    await change(by)
    void exchange().catch(reportTrouble)
  }

  const exchange = () => sendClaims(phone, streetOn(phone).get()?.feed.life, change)

  return {
    get,
    subscribe,
    ready: show().catch(reportTrouble),
    async claim(street) {
      const claim = { ...street, id: randomUuid(), phone: await phoneId(phone) }
      const claimed_at = new Date().toISOString()
      const kept = { ...claim, claimed_at, renewed_at: null, released_at: null, decided: null, isSent: false }
      await note((own) => [...own, kept])
    },
    release: (street) => note((own) => released(own, street, new Date())),
    async renew(street) {
      const now = new Date()
      if (!get().some((one) => mayRenew(one, street, now))) return
      const renewed_at = now.toISOString()
      await note((own) =>
        own.map((one) => (mayRenew(one, street, now) ? { ...one, renewed_at, isSent: false } : one)),
      )
    },
    exchange,
  }
}

const released = (own: readonly KeptClaim[], street: string, now: Date): KeptClaim[] =>
  own.map((one) =>
    one.street === street && isInForce(one, now)
      ? { ...one, released_at: now.toISOString(), isSent: false }
      : one,
  )

const mayRenew = (claim: KeptClaim, street: string, now: Date) =>
  claim.street === street &&
  isInForce(claim, now) &&
  now.getTime() - Date.parse(claim.renewed_at ?? claim.claimed_at) >= MIN_RENEWAL_MS
