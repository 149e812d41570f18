import type { Verdict } from '#domain/eligibility/eligibility.ts'
import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { createStore, type Readable } from '../store.ts'

const KEY = 'eligibility-checks'
/** More than an agent checks in a day. */
const MAX_KEPT = 100

export type KeptCheck = { address: string; verdict: Verdict }
/** By lead, or by session id for a sale without one; the newest check is last. */
type Checks = Readonly<Record<string, KeptCheck>>

const before = parseJson(localStorage.getItem(KEY) ?? '')
const checks = createStore<Checks>(isObject<Checks>(before) ? before : {})

/** The verdicts that this phone has received and that no sale has used, so that closing the dialog loses none. */
export const keptChecks: Readable<Checks> = checks

/** Keeps the verdict of a lead in place of an earlier one, or forgets it once a sale has used it. */
export function keepCheck(key: string, check: KeptCheck | undefined): void {
  const { [key]: _earlier, ...others } = checks.get()
  const kept = Object.entries(check ? { ...others, [key]: check } : others).slice(-MAX_KEPT)
  checks.set(Object.fromEntries(kept))
  localStorage.setItem(KEY, JSON.stringify(checks.get()))
}
