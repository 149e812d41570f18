import { failed, success } from '#domain/kernel/result.ts'
import type { Db } from '../db/schema.ts'
import type { DeliveryHandler, DeliveryOutcome } from '../deliveries/handler.ts'
import { HELD } from '../deliveries/held.ts'
import type { EventOfSale } from '../evidence/chain.ts'
import { fullJitter } from '../jobs/backoff.ts'
import type { Mail } from '../mail/port.ts'
import { appendOnce } from './append-once.ts'
import { type CopyEvent, listCopyEvents } from './copy.queries.ts'
import { copyMail } from './copy-mail.ts'
import { type CopyToMail, findCopyToMail } from './mail-copy.queries.ts'

const BACKOFF = fullJitter(2_000, 15 * 60_000)

/**
 * Mails a version of a sealed document to its customer (docs/product 13.2), and records in the chain that the mail
 * server accepted or refused it. If the process is killed before that, the same mail is sent again.
 */
export const mailCopyJob = ({ db, mail }: { db: Db; mail: Mail }): DeliveryHandler => ({
  backoff: BACKOFF,
  receiver: mail.receiver,
  async deliver(delivery, signal) {
    const copy = await findCopyToMail(db, delivery)
    if (!copy) return success({})
    if (copy.isHeld) return HELD
    if (copy.address === '') return failed({ retry: 'never', message: 'There is no email address.' })
    const events = await listCopyEvents(db, copy.chain)
    // The process was killed after the event was recorded, but before the delivery was.
    if (events.some((event) => event.type === 'copy-accepted' && isOf(copy, event))) return success({})
    const outcome = await mail.send(copyMail(copy, events, mail.host), signal)
    const event = eventOf(copy, outcome)
    if (event)
      await appendOnce(
        db,
        copy.chain,
        event,
        (known) => isOf(copy, known) && known.payload['code'] === event.payload['code'],
      )
    return outcome
  },
})

/** Returns the event to record, or undefined if the mail will be tried again. */
function eventOf({ version, queuedAt }: CopyToMail, outcome: DeliveryOutcome): EventOfSale | undefined {
  if (!outcome.ok && outcome.failure.retry === 'later') return undefined
  const { status = null } = outcome.ok ? outcome.value : outcome.failure
  return {
    type: outcome.ok ? 'copy-accepted' : 'copy-refused',
    at: new Date().toISOString(),
    payload: { by: 'server', version, queued_at: queuedAt, code: status },
  }
}

/** Returns true if an event is about this version, queued at this time. `Send again` makes another event. */
const isOf = ({ version, queuedAt }: CopyToMail, { payload }: CopyEvent) =>
  payload['version'] === version && payload['queued_at'] === queuedAt
