import type { OpportunityTerms } from '#domain/opportunity/opportunity.ts'
import { termsOf } from '#protocol/whole-sale.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { forgetLeftSales } from '../storage/left-sales.ts'
import { findSale } from '../storage/sale-records.ts'
import type { SaleReceipt } from '../storage/stored.ts'
import { findStoredTerms, type StoredTerms, verifySales } from './ask-server.ts'
import type { Outbox } from './outbox.ts'
import { type ExpectedReceipt, expectedReceipts, findReceipt, forgetIfOld, saveReceipt } from './receipts.ts'
import type { Settlement } from './send-sale.ts'

/** The maximum that the server checks in one call. */
const MAX_TOGETHER = 500

type Verifier = {
  phone: PhoneDatabase
  outbox: Outbox
  /** A sale has been proved or waits again. */
  onChecked: (sessionId: string) => void
}

/**
 * Forgets the sales that were left long ago, then checks every delivered sale with the server. A sale that the server
 * lacks, or has unsigned, waits to be sent again; a signed one with other terms was corrected by the office and stays.
 * Returns false if the server could not be asked about all of them; even then, some may wait again.
 */
export async function verifySent(verifier: Verifier): Promise<boolean> {
  await forgetLeftSales(verifier.phone)
  const receipts = await expectedReceipts(verifier.phone)
  for (let start = 0; start < receipts.length; start += MAX_TOGETHER) {
    const isComplete = await verifySome(receipts.slice(start, start + MAX_TOGETHER), verifier)
    if (!isComplete) return false
  }
  return true
}

async function verifySome(receipts: readonly ExpectedReceipt[], verifier: Verifier): Promise<boolean> {
  const verdicts = await verifySales(receipts)
  if (!verdicts) return false
  const hashes = new Map(receipts.map(({ session_id, sha256 }) => [session_id, sha256]))
  const isOurs = (sessionId: string) => hashes.has(sessionId)
  const prove = (sessionId: string, corrected: boolean) =>
    saveChecked(verifier, { sessionId, sha256: hashes.get(sessionId) ?? '', at: verdicts.at, corrected })

  for (const sessionId of verdicts.ok.filter(isOurs)) await prove(sessionId, false)
  for (const sessionId of verdicts.missing.filter(isOurs)) await sendAgain(verifier, sessionId)
  for (const sessionId of verdicts.different.filter(isOurs)) {
    const stored = await findStoredTerms(sessionId)
    if (stored === undefined) return false
    // The server has it, but shows it to another person: this phone may be enrolled for someone else now.
    if (stored === null) continue
    if (stored.contract_timestamp) await prove(sessionId, true)
    else await sendAgain(verifier, sessionId)
  }
  for (const sessionId of verdicts.unrecorded?.filter(isOurs) ?? [])
    await verifier.outbox.requeueRecords(sessionId)
  return true
}

type Checked = Pick<SaleReceipt, 'sessionId' | 'sha256' | 'at' | 'corrected'>

async function sendAgain({ outbox, onChecked }: Verifier, sessionId: string): Promise<void> {
  await outbox.requeue(sessionId)
  onChecked(sessionId)
}

/**
 * Saves the receipt of a checked sale. If the sale was never proved before and now differs, the office has not
 * corrected it, so `settleSale` decides about it.
 */
async function saveChecked(
  { phone, onChecked }: Verifier,
  { sessionId, sha256, at, corrected }: Checked,
): Promise<void> {
  const before = await findReceipt(phone, sessionId)
  if (!before && corrected) return
  const receipt = { sessionId, sha256, at: before?.at ?? at, checkedAt: at, corrected }
  await saveReceipt(phone, receipt)
  await forgetIfOld(phone, receipt)
  onChecked(sessionId)
}

/** Compares one sale that the server closed without the right receipt. */
export async function settleSale(phone: PhoneDatabase, expected: ExpectedReceipt): Promise<Settlement> {
  const { session_id: sessionId, sha256 } = expected
  const verdicts = await verifySales([expected])
  if (!verdicts) return { state: 'unknown' }
  const { at } = verdicts
  const receipt = { sessionId, sha256, at, checkedAt: at }
  if (verdicts.ok.includes(sessionId)) return { state: 'proved', receipt: { ...receipt, corrected: false } }
  const [stored, sale] = await Promise.all([findStoredTerms(sessionId), findSale(phone, sessionId)])
  const isHidden = stored === null && verdicts.different.includes(sessionId)
  if (stored === undefined || isHidden || !sale) return { state: 'unknown' }
  if (!stored?.contract_timestamp) return { state: 'lost' }
  const reason = `${DIFFERS} (${describe(differences(termsOf(sale), stored), stored)})`
  return { state: 'different', reason, receipt: { ...receipt, corrected: true } }
}

const DIFFERS = 'The server’s details differ from those signed here'

/** The terms whose values a person must see to decide. */
const CUSTOMER_TERMS: Partial<Record<keyof StoredTerms, string>> = {
  customer_name: 'name',
  customer_email: 'email',
  customer_phone: 'phone',
  customer_id_number: 'ID number',
  customer_location: 'address',
}

const differences = (ours: OpportunityTerms, theirs: StoredTerms) =>
  (Object.keys(theirs) as (keyof StoredTerms)[]).filter((term) => ours[term] !== theirs[term])

/** Describes the server's different terms, for a person who has the signed agreement at hand. */
function describe(terms: readonly (keyof StoredTerms)[], stored: StoredTerms): string {
  const held = terms.map((term) => {
    const name = CUSTOMER_TERMS[term]
    if (name) return `${name}: ${stored[term] || 'none'}`
    return term === 'contract_timestamp' ? 'time of signing' : 'package'
  })
  return [...new Set(held)].join(', ') || 'signature'
}
