import { randomUUID } from 'node:crypto'
import { effectiveVisits } from '#domain/street/visit.ts'
import type { Db } from '../../db/schema.ts'
import { storeAtDoor } from '../visits/store-visits.commands.ts'
import { listVisits } from '../visits/visits.queries.ts'

/**
 * Takes back the visits with the outcome `do-not-knock` at doors that are free again. As for an agent, another visit
 * does that. Otherwise the door would stay as those visits left it.
 */
export async function takeBackVisits(tx: Db, leadIds: readonly string[], now: Date): Promise<void> {
  for (const lead_id of leadIds) {
    const knocks = effectiveVisits(await listVisits(tx, lead_id)).filter(
      ({ outcome }) => outcome === 'do-not-knock',
    )
    if (knocks.length > 0)
      await storeAtDoor(
        tx,
        lead_id,
        knocks.map(({ id, outcome }) => ({
          id: randomUUID(),
          lead_id,
          outcome,
          occurred_at: now.toISOString(),
          note: null,
          call_back_on: null,
          call_back_at: null,
          phone: null,
          undoes: id,
        })),
      )
  }
}
