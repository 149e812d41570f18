import type { Evidence, SigningRecord } from '#domain/evidence/evidence.ts'
import { agreementOf, evidenceWith } from '#domain/testing/agreements.ts'
import { AT } from '#domain/testing/sale-commands.ts'
import { agreementHash } from '#protocol/evidence.ts'
import type { Db } from '../db/schema.ts'
import { sha256Hex } from '../sha256.ts'

/** A red pixel. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** What a phone sends of a signing that fits the sale of `signSale`. */
export function recordOf(session_id: string, recorded: Partial<Evidence> = {}): SigningRecord {
  const token = Buffer.from(sha256Hex(session_id), 'hex').subarray(0, 16).toString('base64url')
  const agreement = agreementOf()
  const image_sha256 = sha256Hex(Buffer.from(PICTURE, 'base64'))
  const signature = { kind: 'drawn' as const, image_sha256, strokes: [[[1, 2, 0] as const]] }
  const agreement_sha256 = agreementHash(agreement, sha256Hex)
  return {
    token,
    agreement,
    evidence: evidenceWith({ session_id, agreement_sha256, signature, ...recorded }),
  }
}

/** Stores a sale that was won on a phone, as its writes would. */
export function signSale(db: Db, session_id: string, fields: { service_monthly_price?: number } = {}) {
  const { customer, premises, package: sold, prices } = agreementOf()
  return db
    .insertInto('opportunities')
    .values({
      session_id,
      status: 'closed-won',
      closed_by: 'agent',
      customer_name: customer.name,
      customer_email: customer.email,
      customer_location: premises,
      customer_id_number: '19800101-1234',
      service_package_id: sold.id,
      service_package_name: sold.name,
      service_speed: sold.speed,
      service_monthly_price: prices.monthly,
      service_installation_price: prices.installation,
      customer_discount: prices.discount,
      voucher_amount: prices.discount,
      contract_signature: `data:image/png;base64,${PICTURE}`,
      contract_timestamp: AT,
      received_at: AT,
      ...fields,
    })
    .execute()
}
