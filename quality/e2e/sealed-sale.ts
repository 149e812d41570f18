import { expect } from '@playwright/test'
import { agreementOf } from '#domain/testing/agreements.ts'
import { AT } from '#domain/testing/sale-commands.ts'
import { hashInAddress } from '#protocol/evidence.ts'
import { PICTURE, recordOf } from '#server/evidence/signings.testing.ts'
import type { DataApi } from './data-api.ts'

/** Signs a sale as a phone does, and waits until it is sealed. Returns the customer's code. */
export async function sells(office: DataApi, session_id: string): Promise<string> {
  const { customer, premises, package: sold, prices } = agreementOf()
  await office.creates('opportunities', {
    session_id,
    status: 'open',
    customer_name: customer.name,
    customer_email: customer.email,
    customer_location: premises,
    service_package_id: sold.id,
    service_package_name: sold.name,
    service_speed: sold.speed,
    service_monthly_price: prices.monthly,
    service_installation_price: prices.installation,
    customer_discount: prices.discount,
    total_value: prices.total_value,
    voucher_amount: prices.discount,
  })
  await office.changes(`opportunities?session_id=eq.${session_id}`, {
    status: 'closed-won',
    contract_signature: `data:image/png;base64,${PICTURE}`,
    contract_timestamp: AT,
  })
  const record = recordOf(session_id)
  await office.sendsEvidence(record)
  await expect.poll(() => office.documents(session_id)).toHaveLength(1)
  return `${record.token}.${hashInAddress(record.evidence.agreement_sha256)}`
}
