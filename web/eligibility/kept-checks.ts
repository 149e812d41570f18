import type { Verdict } from '#domain/eligibility/eligibility.ts'
import { onFirstUse } from '#domain/kernel/on-first-use.ts'
import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import type { VoucherVerdict } from '#domain/premises/verdict.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { createStore, type Readable } from '../store.ts'

const KEY = 'eligibility-checks'
/** More than an agent checks in a day. */
const MAX_KEPT = 100

export type KeptCheck = {
  address: string
  verdict: Verdict
  /** Absent if an earlier release of the app kept the check. */
  voucherVerdict?: VoucherVerdict | null
}
/** By lead, or by session id for a sale without one; the newest check is last. */
type Checks = Readonly<Record<string, KeptCheck>>

const store = onFirstUse(() => {
  const before = parseJson(localStorage.getItem(KEY) ?? '')
  return createStore<Checks>(isObject<Checks>(before) ? before : {})
})

/**
 * Returns the key of a sale's verdict: its lead if it has one, so that the next sale to that lead has the verdict too.
 */
export const checkKey = ({ lead, sessionId }: Sale): string => lead?.id ?? sessionId

/**
 * Returns the verdicts that this phone has received and no sale has used yet, so that closing the dialog loses none.
 */
export const keptChecks = (): Readable<Checks> => store()

/** Keeps the verdict of a lead, replacing an earlier one, or forgets it once a sale has used it. */
export function keepCheck(key: string, check: KeptCheck | undefined): void {
  const { [key]: _earlier, ...others } = store().get()
  const kept = Object.fromEntries(
    Object.entries(check ? { ...others, [key]: check } : others).slice(-MAX_KEPT),
  )
  store().set(kept)
  localStorage.setItem(KEY, JSON.stringify(kept))
}
