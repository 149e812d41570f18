import { failed, success } from '#domain/kernel/result.ts'
import type { Db } from '../db/schema.ts'
import type { DeliveryHandler } from '../deliveries/handler.ts'
import { HELD } from '../deliveries/held.ts'
import { fullJitter } from '../jobs/backoff.ts'
import type { Mail } from '../mail/port.ts'
import {
  type CancellationToAcknowledge,
  findCancellation,
  storeAcknowledged,
} from './acknowledgement.queries.ts'
import { acknowledgementMail } from './acknowledgement-mail.ts'
import { appendOnceIn } from './append-once.ts'
import { type CopyEvent, listCopyEvents } from './copy.queries.ts'

const BACKOFF = fullJitter(2_000, 15 * 60_000)

/**
 * Mails the customer that the cancellation has arrived (docs/product 13.7), and stores when the mail server accepted
 * the mail. If the process is killed before that, the same mail is sent again.
 */
export const acknowledgeCancellationJob = ({ db, mail }: { db: Db; mail: Mail }): DeliveryHandler => ({
  backoff: BACKOFF,
  receiver: mail.receiver,
  async deliver(delivery, signal) {
    const cancellation = await findCancellation(db, delivery)
    if (!cancellation) return success({})
    if (cancellation.isHeld) return HELD
    if (cancellation.address === '') return failed({ retry: 'never', message: 'There is no email address.' })
    const events = await listCopyEvents(db, cancellation.chain)
    if (events.some((event) => isOf(cancellation, event))) return success({})
    const outcome = await mail.send(acknowledgementMail(cancellation, mail.host), signal)
    if (outcome.ok) await storeAccepted(db, cancellation, outcome.value.status ?? null)
    return outcome
  },
})

async function storeAccepted(db: Db, cancellation: CancellationToAcknowledge, code: number | null) {
  const { sessionId, chain, queuedAt } = cancellation
  const at = new Date().toISOString()
  const payload = { by: 'server' as const, queued_at: queuedAt, code }
  await db.transaction().execute(async (transaction) => {
    const event = { type: 'cancel-acknowledged' as const, at, payload }
    await appendOnceIn(transaction, chain, event, (known) => isOf(cancellation, known))
    await storeAcknowledged(transaction, sessionId, at)
  })
}

const isOf = ({ queuedAt }: CancellationToAcknowledge, { type, payload }: CopyEvent) =>
  type === 'cancel-acknowledged' && payload['queued_at'] === queuedAt
