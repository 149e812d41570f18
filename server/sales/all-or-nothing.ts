import type { Db } from '../db/schema.ts'

const UNDO = new Error('undo')

/** Runs the work in one transaction, and rolls it back if the work is refused or throws. */
export async function allOrNothing<Decision extends { ok: boolean }>(
  db: Db,
  work: (tx: Db) => Promise<Decision>,
): Promise<Decision> {
  let decision: Decision | undefined
  try {
    await db.transaction().execute(async (tx) => {
      decision = await work(tx)
      if (!decision.ok) throw UNDO
    })
  } catch (error) {
    if (error !== UNDO) throw error
  }
  return decision as Decision
}
