import { sellerName } from '#domain/agreement/seller.ts'
import { installationInWords } from '#domain/catalog/price-shown.ts'
import { orderReference } from '#domain/contract/order-reference.ts'
import { dateInWords, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { contractClock } from '#domain/cooling-off/contract-clock.ts'
import { type ContractClock, clockInWords } from '#domain/cooling-off/cooling-off.ts'
import { copyForCustomer, NOT_SEALED_YET } from '#domain/copy/copy-in-words.ts'
import type { CopyState } from '#domain/copy/copy-state.ts'
import type { CustomersCopy, SealedVersion } from '#protocol/copy.ts'
import type { CopyEvent, CopyFound } from './copy.queries.ts'

/**
 * Returns the clock of a contract from the events of its chain. The `signed` event has the difference between the
 * clocks of phone and server.
 */
export function clockOf(signedAt: string, events: readonly CopyEvent[]): ContractClock {
  const signed = events.find(({ type }) => type === 'signed')?.payload['clock']
  const { server_ahead_ms = null } = (signed ?? {}) as { server_ahead_ms?: number | null }
  return contractClock({ signedAt, serverAheadMs: server_ahead_ms, events })
}

type Known = { events: readonly CopyEvent[]; documents: SealedVersion[]; copyState: CopyState | null }

/** Returns what the customer's page shows of a sale. */
export function customersCopy(found: CopyFound, { events, documents, copyState }: Known): CustomersCopy {
  const { agreement, signedAt, receivedAt } = found
  const { company, package: sold, prices } = agreement
  const clock = clockOf(signedAt, events)
  const momentOf = (type: string) => events.find((event) => event.type === type)?.at ?? null
  return {
    order_reference: orderReference(signedAt),
    company: sellerName(company),
    contact: { phone: company.phone, email: company.email },
    package: { name: sold.name, speed: sold.speed },
    prices: { monthly: prices.monthly, installation: prices.installation, discount: prices.discount },
    installation_in_words: installationInWords({
      installationPrice: prices.installation,
      customerDiscount: prices.discount,
    }),
    signed_at: signedAt,
    received_at: receivedAt,
    clock: clockInWords(clock, new Date().toISOString()),
    copy_state: copyState && documents.length > 0 ? copyForCustomer(copyState, dayInWords) : NOT_SEALED_YET,
    came_late: clock.informedAt !== null && londonDateOf(clock.informedAt) > londonDateOf(clock.signedAt),
    confirmed_at: momentOf('confirmed'),
    cancelled_at: momentOf('cancel-received'),
    acknowledged_at: momentOf('cancel-acknowledged'),
    documents,
  }
}

const dayInWords = (moment: string) => dateInWords(londonDateOf(moment))
