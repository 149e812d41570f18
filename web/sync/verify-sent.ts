import type { OpportunityTerms } from '#domain/opportunity/opportunity.ts'
import { termsOf } from '#protocol/sale-calls.ts'
import type { Device } from '../storage/database.ts'
import { findSale } from '../storage/sale-records.ts'
import type { SaleReceipt } from '../storage/stored.ts'
import { findStoredTerms, type StoredTerms, verifySales } from './ask-server.ts'
import type { Outbox } from './outbox.ts'
import { deliveredClaims, findReceipt, forgetIfOld, keepReceipt, type SaleClaim } from './receipts.ts'
import type { Settlement } from './send-sale.ts'

/** As many as the server looks at in one call. */
const MOST_CLAIMS = 500

type Verifier = {
  device: Device
  outbox: Outbox
  /** A sale is proved, or waits again. */
  onChecked: (sessionId: string) => void
}

/**
 * Offers every delivered sale to the server once more. What it lacks waits again, also when it has the sale from a
 * time before the signature; what the office has corrected since stays as the office has it. False when the server
 * could not be asked of all: some may wait again nevertheless.
 */
export async function verifySent(verifier: Verifier): Promise<boolean> {
  const claims = await deliveredClaims(verifier.device)
  for (let start = 0; start < claims.length; start += MOST_CLAIMS) {
    const some = claims.slice(start, start + MOST_CLAIMS)
    const verdicts = await verifySales(some)
    if (!verdicts) return false
    const hashes = new Map(some.map(({ session_id, sha256 }) => [session_id, sha256]))
    const isOurs = (sessionId: string) => hashes.has(sessionId)
    const note = (sessionId: string, corrected: boolean) =>
      noteChecked(verifier, { sessionId, sha256: hashes.get(sessionId) ?? '', at: verdicts.at, corrected })

    for (const sessionId of verdicts.ok.filter(isOurs)) await note(sessionId, false)
    for (const sessionId of verdicts.missing.filter(isOurs)) await sendAgain(verifier, sessionId)
    for (const sessionId of verdicts.different.filter(isOurs)) {
      const stored = await findStoredTerms(sessionId)
      if (stored === undefined) return false
      if (stored?.contract_timestamp) await note(sessionId, true)
      else await sendAgain(verifier, sessionId)
    }
  }
  return true
}

type Checked = Pick<SaleReceipt, 'sessionId' | 'sha256' | 'at' | 'corrected'>

async function sendAgain({ outbox, onChecked }: Verifier, sessionId: string): Promise<void> {
  await outbox.requeue(sessionId)
  onChecked(sessionId)
}

async function noteChecked(
  { device, onChecked }: Verifier,
  { sessionId, sha256, at, corrected }: Checked,
): Promise<void> {
  const before = await findReceipt(device, sessionId)
  if (!before && corrected) return
  const receipt = { sessionId, sha256, at: before?.at ?? at, checkedAt: at, corrected }
  await keepReceipt(device, receipt)
  await forgetIfOld(device, receipt)
  onChecked(sessionId)
}

/** Compares one sale that was closed without a receipt that proves it. */
export async function settleSale(device: Device, claim: SaleClaim): Promise<Settlement> {
  const { session_id: sessionId, sha256 } = claim
  const verdicts = await verifySales([claim])
  if (!verdicts) return { state: 'unknown' }
  const { at } = verdicts
  const receipt = { sessionId, sha256, at, checkedAt: at }
  if (verdicts.ok.includes(sessionId)) return { state: 'proved', receipt: { ...receipt, corrected: false } }
  const [stored, sale] = await Promise.all([findStoredTerms(sessionId), findSale(device, sessionId)])
  if (stored === undefined || !sale) return { state: 'unknown' }
  if (!stored?.contract_timestamp) return { state: 'lost' }
  const reason = `${DIFFERS} (${tellHeld(differences(termsOf(sale), stored), stored)})`
  return { state: 'different', reason, receipt: { ...receipt, corrected: true } }
}

const DIFFERS = 'The server holds other details than were signed here'

/** What a person decides on by its value. */
const CUSTOMER_TERMS: Partial<Record<keyof StoredTerms, string>> = {
  customer_name: 'name',
  customer_email: 'email',
  customer_phone: 'phone',
  customer_id_number: 'ID number',
  customer_location: 'address',
}

const differences = (ours: OpportunityTerms, theirs: StoredTerms) =>
  (Object.keys(theirs) as (keyof StoredTerms)[]).filter((term) => ours[term] !== theirs[term])

/** What the server holds, for who has the signed agreement before them. */
function tellHeld(terms: readonly (keyof StoredTerms)[], stored: StoredTerms): string {
  const told = terms.map((term) => {
    const name = CUSTOMER_TERMS[term]
    if (name) return `${name}: ${stored[term] || 'none'}`
    return term === 'contract_timestamp' ? 'time of signing' : 'package'
  })
  return [...new Set(told)].join(', ') || 'signature'
}
