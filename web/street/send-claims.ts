import { isList, parseJson } from '#domain/kernel/parse-json.ts'
import type { OwnClaim } from '#domain/street/claim.ts'
import { isInForce } from '#domain/street/known-claim.ts'
import { CLAIMS_PATH, type ClaimAnswer, MAX_CLAIMS_A_CALL } from '#protocol/claims.ts'
import { callApi } from '../http/http.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { type KeptClaim, ownClaims } from './own-claims.ts'
import { refusalOf } from './refusal-of.ts'
import { sendInTurn } from './send-in-turn.ts'

type Change = (own: readonly KeptClaim[]) => KeptClaim[]

/**
 * Sends the waiting claims, in a life of the server's database. Calls `change` to apply each answer to the own claims.
 */
export async function sendClaims(
  phone: PhoneDatabase,
  life: string | undefined,
  change: (by: Change) => Promise<void>,
): Promise<void> {
  const waiting = (await ownClaims.read(phone)).filter((one) => isWaiting(one, life))
  await sendInTurn(waiting.slice(0, MAX_CLAIMS_A_CALL), async (some) => {
    const { isRefused, by } = await post(some, life)
    if (by) await change(by)
    return isRefused
  })
}

/** After a restore, the server may lack a claim that it decided on before. */
const isWaiting = (claim: KeptClaim, life: string | undefined) =>
  !claim.isSent || (claim.life !== life && life !== undefined && isInForce(claim, new Date()))

/** If several claims are refused, we do not know yet which one is bad. */
async function post(
  waiting: readonly KeptClaim[],
  life: string | undefined,
): Promise<{ isRefused: boolean; by?: Change }> {
  const answer = await callApi(CLAIMS_PATH, { method: 'POST', body: waiting.map(toCall) })
  const decided = answer.ok ? parseJson(answer.value.body) : undefined
  if (isList<ClaimAnswer>(decided))
    return { isRefused: false, by: (own) => afterAnswer(own, waiting, decided, life) }
  const isRefused = refusalOf(answer) !== undefined
  if (!isRefused || waiting.length > 1) return { isRefused }
  return { isRefused, by: (own) => own.filter(({ id }) => id !== waiting[0]?.id) }
}

/** The server refuses fields that it does not know. */
const toCall = ({ isSent: _, decided: __, life: ___, ...claim }: KeptClaim): OwnClaim => claim

/** A claim that was renewed or released while its call was under way waits again. */
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
