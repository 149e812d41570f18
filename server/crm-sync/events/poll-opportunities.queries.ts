import { sql } from 'kysely'
import { inMs } from '../../db/in-ms.ts'
import type { Db } from '../../db/schema.ts'

/** A poll in the hands of one process: up to where the last one has read, by the CRM's clock, or why it failed. */
export type Poll = { provider: string; readUpTo: string; reason: string | null; lease: string }

/** Takes the poll of a CRM for `leaseMs`; nothing unless it is due and nobody's. The first begins at the present. */
export async function claimPoll(db: Db, provider: string, leaseMs: number): Promise<Poll | undefined> {
  const { rows } = await sql<Poll>`
    insert into crm_polls as poll (provider, lease, leased_until)
    values (${provider}, gen_random_uuid(), ${inMs(leaseMs)})
    on conflict (provider) do update set lease = excluded.lease, leased_until = excluded.leased_until
    where poll.due_at <= now() and (poll.leased_until is null or poll.leased_until < now())
    returning provider, read_up_to as "readUpTo", reason, lease`.execute(db)
  return rows[0]
}

/** Ends a poll that is still ours, having read so far, or failed for a reason; the next is due in `delayMs`. */
export async function finishPoll(
  db: Db,
  poll: Poll,
  { readUpTo, reason }: Pick<Poll, 'readUpTo' | 'reason'>,
  delayMs: number,
): Promise<void> {
  await db
    .updateTable('crm_polls')
    .set({ read_up_to: readUpTo, reason, due_at: inMs(delayMs), lease: null, leased_until: null })
    .where('provider', '=', poll.provider)
    .where('lease', '=', poll.lease)
    .execute()
}
