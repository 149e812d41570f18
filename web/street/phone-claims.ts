import { isList, parseJson } from '#domain/kernel/parse-json.ts'
import type { OwnClaim } from '#domain/street/claim.ts'
import { isInForce } from '#domain/street/known-claim.ts'
import { CLAIMS_PATH, type ClaimAnswer, MAX_CLAIMS_A_CALL } from '#protocol/claims.ts'
import { callApi } from '../http/http.ts'
import { randomUuid } from '../random-uuid.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import { createStore, type Readable } from '../store.ts'
import { changeOwnClaims, type KeptClaim, readOwnClaims } from './own-claims.ts'
import { phoneId } from './phone-id.ts'
import { streetOn } from './phone-street.ts'
import { refusalOf } from './refusal-of.ts'

export type ClaimedStreet = Pick<OwnClaim, 'street' | 'street_name' | 'area'>

/** The claims made on this phone. */
export type PhoneClaims = Readable<readonly KeptClaim[]> & {
  /** Resolves once what the phone has kept is shown. */
  ready: Promise<void>
  /** Claims a street. The claim is stored once the promise resolves; rejects if the phone cannot store it. */
  claim: (street: ClaimedStreet) => Promise<void>
  /** Ends the claim on a street. */
  release: (street: string) => Promise<void>
  /** Renews the claim on a street, if this phone has one. */
  renew: (street: string) => Promise<void>
  /** Sends the claims that wait; sending one twice does no harm. */
  exchange: () => Promise<void>
}

const CHANNEL = 'doorstep-claims'
/** A lease of hours need not be renewed at every door. */
const MIN_RENEWAL_MS = 10 * 60_000

export function createPhoneClaims(phone: PhoneDatabase): PhoneClaims {
  const { get, set, subscribe } = createStore<readonly KeptClaim[]>([])
  const otherTabs = new BroadcastChannel(CHANNEL)
  otherTabs.addEventListener('message', () => void show().catch(reportTrouble))
  const show = async () => set(await readOwnClaims(phone))

  async function change(by: (own: readonly KeptClaim[]) => KeptClaim[]): Promise<void> {
    set(await changeOwnClaims(phone, by))
    otherTabs.postMessage('changed')
  }

  async function note(by: (own: readonly KeptClaim[]) => KeptClaim[]): Promise<void> {
    await change(by)
    void exchange().catch(reportTrouble)
  }

  async function exchange(): Promise<void> {
    const life = streetOn(phone).get()?.feed.life
    const waiting = (await readOwnClaims(phone))
      .filter((one) => isWaiting(one, life))
      .slice(0, MAX_CLAIMS_A_CALL)
    if (waiting.length === 0 || !(await send(waiting, life)) || waiting.length === 1) return
    // One bad claim must not hold up the others.
    for (const claim of waiting) await send([claim], life)
  }

  /** Returns whether the server refused the claims. Of several it is not known yet which one is bad. */
  async function send(waiting: readonly KeptClaim[], life: string | undefined): Promise<boolean> {
    const answer = await callApi(CLAIMS_PATH, { method: 'POST', body: waiting.map(toCall) })
    const decided = answer.ok ? parseJson(answer.value.body) : undefined
    const isRefused = refusalOf(answer) !== undefined
    if (isList<ClaimAnswer>(decided)) await change((own) => afterAnswer(own, waiting, decided, life))
    else if (isRefused && waiting.length === 1)
      await change((own) => own.filter(({ id }) => id !== waiting[0]?.id))
    return isRefused
  }

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
    release: (street) =>
      note((own) => {
        const now = new Date()
        const released_at = now.toISOString()
        return own.map((one) =>
          one.street === street && isInForce(one, now) ? { ...one, released_at, isSent: false } : one,
        )
      }),
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

/** The server refuses fields that it does not know. */
const toCall = ({ isSent: _, decided: __, life: ___, ...claim }: KeptClaim): OwnClaim => claim

/** After a restore the server may lack a claim that it has decided on before. */
const isWaiting = (claim: KeptClaim, life: string | undefined) =>
  !claim.isSent || (claim.life !== life && life !== undefined && isInForce(claim, new Date()))

const mayRenew = (claim: KeptClaim, street: string, now: Date) =>
  claim.street === street &&
  isInForce(claim, now) &&
  now.getTime() - Date.parse(claim.renewed_at ?? claim.claimed_at) >= MIN_RENEWAL_MS

/** A claim that was renewed or released while it was under way waits again. */
function afterAnswer(
  own: readonly KeptClaim[],
  sent: readonly KeptClaim[],
  answers: readonly ClaimAnswer[],
  life: string | undefined,
): KeptClaim[] {
  const answered = new Map(answers.map((answer) => [answer.id, answer]))
  const before = new Map(sent.map((claim) => [claim.id, claim]))
  return own.map((one) => {
    const [answer, was] = [answered.get(one.id), before.get(one.id)]
    if (!answer || !was) return one
    const isSent = one.renewed_at === was.renewed_at && one.released_at === was.released_at
    return { ...one, decided: { state: answer.state, until: answer.until }, isSent, life }
  })
}
