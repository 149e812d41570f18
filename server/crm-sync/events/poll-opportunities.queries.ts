import { sql } from 'kysely'
import { inMs } from '../../db/in-ms.ts'
import type { Db } from '../../db/schema.ts'
import { isUnleased, newLease, RELEASED } from '../../jobs/lease.ts'

/**
 * A leased poll. `readUpTo`, by the CRM's clock, is how far the last one read; `reason` is why it failed, if it did.
 */
export type Poll = { provider: string; readUpTo: string; reason: string | null; lease: string }

/** Claims the poll of a CRM for `leaseMs` if it is due and unleased. The first one starts from now. */
export async function claimPoll(db: Db, provider: string, leaseMs: number): Promise<Poll | undefined> {
  const { lease, leased_until } = newLease(leaseMs)
  const { rows } = await sql<Poll>`
    insert into crm_polls as poll (provider, lease, leased_until)
    values (${provider}, ${lease}, ${leased_until})
    on conflict (provider) do update set lease = excluded.lease, leased_until = excluded.leased_until
    where poll.due_at <= now() and ${isUnleased('poll')}
    returning provider, read_up_to as "readUpTo", reason, lease`.execute(db)
  return rows[0]
}

/** Records how far a poll read, or why it failed, unless its lease was lost. The next poll is due in `delayMs`. */
export async function finishPoll(
  db: Db,
  poll: Poll,
  { readUpTo, reason }: Pick<Poll, 'readUpTo' | 'reason'>,
  delayMs: number,
): Promise<void> {
  await db
    .updateTable('crm_polls')
    .set({ read_up_to: readUpTo, reason, due_at: inMs(delayMs), ...RELEASED })
    .where('provider', '=', poll.provider)
    .where('lease', '=', poll.lease)
    .execute()
}
