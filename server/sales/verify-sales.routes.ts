import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { VERIFY_SALES_PATH } from '#protocol/functions.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { findReceivedHashes } from '../evidence/evidence.queries.ts'
import { answerError } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { storableText } from '../http/storable-text.ts'
import { admit } from '../identity/admit.ts'
import type { Description } from '../openapi/description.ts'
import { findSales } from './opportunities.queries.ts'
import { receiptHash } from './receipt.ts'

const MAX_SALES = 500
/** The number of sales held in memory at once, because each may carry a signature of a megabyte. */
const BATCH = 25

const HASH = z.string().regex(/^[0-9a-f]{64}$/i)

const SALES = z.object({
  sales: z
    .array(
      z.object({
        session_id: storableText(200),
        sha256: HASH,
        evidence_sha256: HASH.toLowerCase().optional(),
      }),
    )
    .max(MAX_SALES),
})
const sessions = z.array(z.string())
const VERDICTS = z.object({
  ok: sessions,
  missing: sessions,
  different: sessions,
  unrecorded: sessions.optional(),
})
const describes = {
  summary: 'Compare sales with what is stored',
  body: SALES,
  answer: VERDICTS,
} satisfies Description

type Claim = z.infer<typeof SALES>['sales'][number]

/** Serves the check of which sales are stored exactly as the phone has them (docs/product 8.5). */
export function verifySalesRoutes(context: Pick<Context, 'callers' | 'db'>): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler(answerError)
    app.post(
      VERIFY_SALES_PATH,
      { onRequest: admit(context, 'make-sales'), config: { describes } },
      async (request, reply) => {
        const body = SALES.safeParse(request.body)
        if (!body.success)
          return sendProblem(
            reply,
            problemOf('PGRST102', `sales: [{session_id, sha256, evidence_sha256}], at most ${MAX_SALES}.`),
          )
        return verifySales(context, body.data.sales)
      },
    )
  }
}

async function verifySales({ db }: Pick<Context, 'db'>, claims: readonly Claim[]) {
  const verdicts = { ok: [] as string[], missing: [] as string[], different: [] as string[] }
  for (let start = 0; start < claims.length; start += BATCH) {
    const batch = claims.slice(start, start + BATCH)
    const stored = await findSales(
      db,
      batch.map(({ session_id }) => session_id),
    )
    const hashes = new Map(stored.map((sale) => [sale.session_id, receiptHash(sale)]))
    for (const { session_id, sha256 } of batch) {
      const hash = hashes.get(session_id)
      const verdict = hash === undefined ? 'missing' : hash === sha256.toLowerCase() ? 'ok' : 'different'
      verdicts[verdict].push(session_id)
    }
  }
  const recorded = claims.filter(({ evidence_sha256 }) => evidence_sha256 !== undefined)
  return recorded.length > 0 ? { ...verdicts, unrecorded: await findUnrecorded(db, recorded) } : verdicts
}

/** Returns the sessions whose evidence, identified by its hash, was not received. */
async function findUnrecorded(db: Db, claims: readonly Claim[]): Promise<string[]> {
  const received = await findReceivedHashes(
    db,
    claims.map(({ session_id }) => session_id),
  )
  return claims
    .filter(({ session_id, evidence_sha256 = '' }) => !received.get(session_id)?.includes(evidence_sha256))
    .map(({ session_id }) => session_id)
}
