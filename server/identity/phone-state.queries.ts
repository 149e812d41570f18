import { sql } from 'kysely'
import type { PhoneState } from '#protocol/identity.ts'
import type { PhoneStateWanted } from '#protocol/people.ts'
import { type By, recordAct } from '../audit/record-act.queries.ts'
import type { Db } from '../db/schema.ts'
import { announceCallers } from './announce-callers.queries.ts'

const VERBS = {
  active: 'phone-resumed',
  suspended: 'phone-suspended',
  wiping: 'phone-wipe-asked',
} as const

/**
 * Gives an enrolled phone a state (docs/product 26.6), and records it. Returns false if there is no such phone, or if
 * it is not enrolled. A repeat changes nothing and is not recorded.
 */
export const setPhoneState = (
  db: Db,
  by: By,
  id: string,
  wanted: PhoneStateWanted['state'],
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ state: PhoneState }>`
      select state from phones where id = ${id}::uuid and credential_sha256 is not null for update`.execute(
      tx,
    )
    const [phone] = rows
    if (!phone) return false
    if (phone.state === wanted) return true
    await sql`update phones set state = ${wanted}, state_since = now() where id = ${id}::uuid`.execute(tx)
    await recordAct(tx, by, { verb: VERBS[wanted], objectId: id })
    await announceCallers(tx)
    return true
  })
