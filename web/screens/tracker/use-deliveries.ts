import { useCallback } from 'react'
import { readSaleDeliveries } from '../../http/sale-deliveries.ts'
import { usePolled } from '../../http/use-polled.ts'
import type { Answer } from './answer.ts'

const EVERY_MS = 5_000

/** The last answer for each sale, kept while the app is open. */
const answers = new Map<string, Answer>()

/** Polls the deliveries of these sales, at most 200. If reading fails, the last answers stay. */
export function useDeliveries(sessionIds: readonly string[]) {
  const asked = JSON.stringify(sessionIds)
  const read = useCallback(() => readAnswers(JSON.parse(asked) as string[]), [asked])
  const { refresh } = usePolled(read, EVERY_MS)
  return { answers: answers as ReadonlyMap<string, Answer>, refresh }
}

async function readAnswers(sessionIds: readonly string[]) {
  const askedAt = new Date().toISOString()
  const read = await readSaleDeliveries(sessionIds)
  if (read.ok)
    for (const deliveries of read.value) answers.set(deliveries.session_id, { deliveries, askedAt })
  return read
}
