import type { Agreement } from '#domain/agreement/agreement.ts'
import type { Evidence, SigningRecord } from '#domain/evidence/evidence.ts'
import { agreementOf, evidenceWith } from '#domain/testing/agreements.ts'
import { AT } from '#domain/testing/sale-commands.ts'
import { agreementHash, type EvidenceAnswer } from '#protocol/evidence.ts'
import { SALE_EVIDENCE_PATH } from '#protocol/functions.ts'
import type { Db } from '../db/schema.ts'
import { sha256Hex } from '../sha256.ts'

/** A red pixel. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** Returns what a phone sends of a signing that fits the sale of `signSale`. */
export function recordOf(
  session_id: string,
  recorded: Partial<Evidence> = {},
  agreement = agreementOf(),
): SigningRecord {
  const token = Buffer.from(sha256Hex(session_id), 'hex').subarray(0, 16).toString('base64url')
  const image_sha256 = sha256Hex(Buffer.from(PICTURE, 'base64'))
  const signature = { kind: 'drawn' as const, image_sha256, strokes: [[[1, 2, 0] as const]] }
  const agreement_sha256 = agreementHash(agreement, sha256Hex)
  return {
    token,
    agreement,
    evidence: evidenceWith({ session_id, agreement_sha256, signature, ...recorded }),
  }
}

export const CONTRACT = {
  contract_signature: `data:image/png;base64,${PICTURE}`,
  contract_timestamp: AT,
}

/** Returns the fields of a sale about the package in its agreement. */
export const serviceOf = ({ package: sold, prices }: Agreement) => ({
  service_package_id: sold.id,
  service_package_name: sold.name,
  service_speed: sold.speed,
  service_monthly_price: prices.monthly,
  service_installation_price: prices.installation,
  customer_discount: prices.discount,
  voucher_amount: prices.discount,
})

/** Returns the fields of a sale about the customer in its agreement, and an ID number. */
export const customerOf = ({ customer, premises }: Agreement) => ({
  customer_name: customer.name,
  customer_email: customer.email,
  customer_location: premises,
  customer_id_number: '19800101-1234',
})

const columnsOf = (agreement: Agreement) => ({ ...customerOf(agreement), ...serviceOf(agreement) })

/** Stores a sale that was won on a phone, as its writes would store it. */
export function signSale(db: Db, session_id: string, fields: { service_monthly_price?: number } = {}) {
  const won = { status: 'closed-won', closed_by: 'agent', ...CONTRACT, received_at: AT } as const
  return db
    .insertInto('opportunities')
    .values({ session_id, ...columnsOf(agreementOf()), ...won, ...fields })
    .execute()
}

/** Sells at a running server as a phone does, including the evidence, and returns the answer to the evidence. */
export async function sellAt(
  url: string,
  record: SigningRecord,
  receipt?: string | null,
): Promise<EvidenceAnswer> {
  const { session_id } = record.evidence
  const sale = `/rest/v1/opportunities?session_id=eq.${session_id}`
  await call(url, 'POST', '/rest/v1/opportunities', {
    session_id,
    status: 'open',
    ...columnsOf(record.agreement),
  })
  await call(url, 'PATCH', sale, { status: 'closed-won', ...CONTRACT })
  const answer = await call(url, 'POST', SALE_EVIDENCE_PATH, { ...record, ...(receipt && { receipt }) })
  return (await answer.json()) as EvidenceAnswer
}

async function call(url: string, method: string, path: string, body: object): Promise<Response> {
  const headers = { apikey: 'public-anon-key', 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}
