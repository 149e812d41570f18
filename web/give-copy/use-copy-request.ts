import { useCallback } from 'react'
import type { Choices } from '#domain/agreement/choices.ts'
import { copyForCompany } from '#domain/copy/copy-in-words.ts'
import { type Hindrance, useHindrance } from '../hindrance.ts'
import { readSaleDeliveries } from '../http/sale-deliveries.ts'
import { usePolled } from '../http/use-polled.ts'
import { settings } from '../settings.ts'
import { formatLondonTime } from '../ui/london-time.ts'

const EVERY_MS = 5_000

/**
 * Returns the state of the customer's copy, in a sentence that says what the agent should do, and whether the code of
 * the copy has ended. Until the state on the server is known (docs/product 13.2), the sentence follows from the
 * customer's choice.
 */
export function useCopyRequest(
  sessionId: string,
  chosen: Choices['copy'],
  hasArrived: boolean,
): { request: string; hasEnded: boolean } {
  const read = useCallback(() => readSaleDeliveries(hasArrived ? [sessionId] : []), [hasArrived, sessionId])
  const [sale] = usePolled(read, EVERY_MS).value ?? []
  const hindrance = useHindrance()
  const request = sale?.copy_state
    ? copyForCompany(sale.copy_state, formatLondonTime)
    : requestOf(chosen, hindrance)
  return { request, hasEnded: sale?.code_ended === true }
}

function requestOf(chosen: Choices['copy'], hindrance: Hindrance | undefined): string {
  if (chosen === 'paper') return 'The customer chose paper. Give the customer the paper copy.'
  return settings.hasMail
    ? mailedOnce(hindrance)
    : 'No mail service is set up. Give the customer the paper copy.'
}

function mailedOnce(hindrance: Hindrance | undefined): string {
  if (hindrance === 'paused') return 'The copy will be emailed once the office has released the sale.'
  return `The copy will be emailed once this phone is ${hindrance === 'not-enrolled' ? 'enrolled' : 'online'}.`
}
