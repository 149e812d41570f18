import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { ActDetails, Actor, Verb } from '#protocol/audit.ts'
import type { Db } from '../db/schema.ts'

/** The actor, the request, and the log that also gets the act. */
export type By = {
  actor: Actor
  actorId?: string | undefined
  requestId?: string | undefined
  log?: Pick<FastifyBaseLogger, 'info'>
}

/** Something to record. `details` are counts, states and names of fields: never anything personal. */
export type Act = { verb: Verb; objectId?: string; sessionId?: string; details?: ActDetails }

/** Returns the actor of a call that was admitted. */
export const byCaller = ({
  id,
  log,
  caller: { actor, actorId },
}: Pick<FastifyRequest, 'id' | 'log' | 'caller'>): By => ({ actor, actorId, requestId: id, log })

/** The actor of a command of `npx doorstep`. */
export const BY_OPERATOR: By = { actor: 'operator' }

/** Records an act. Call it in the transaction of the act, so that both are stored or neither. */
export async function recordAct(
  transaction: Db,
  { actor, actorId, requestId, log }: By,
  { verb, objectId, sessionId, details = {} }: Act,
): Promise<void> {
  await transaction
    .insertInto('audit')
    .values({
      actor,
      actor_id: actorId ?? null,
      verb,
      object_id: objectId ?? null,
      session_id: sessionId ?? null,
      details: JSON.stringify(details),
      request_id: requestId ?? null,
    })
    .execute()
  // If the database is restored, only the log still has the act.
  log?.info({ verb, objectId, sessionId, actor, actorId }, 'Act')
}

/** Records an export through the back office, before its first byte is sent. A HEAD request exports nothing. */
export async function recordTaking(
  db: Db,
  request: Pick<FastifyRequest, 'id' | 'log' | 'caller' | 'method'>,
  act: Act,
): Promise<void> {
  if (request.method !== 'HEAD') await recordAct(db, byCaller(request), act)
}

/** Performs something and records it, both or neither. Records nothing if `actOf` returns nothing for the result. */
export const recorded = <Done>(
  db: Db,
  by: By,
  perform: (transaction: Db) => Promise<Done>,
  actOf: (done: Done) => Act | undefined | false,
): Promise<Done> =>
  db.transaction().execute(async (transaction) => {
    const done = await perform(transaction)
    const act = actOf(done)
    if (act) await recordAct(transaction, by, act)
    return done
  })
