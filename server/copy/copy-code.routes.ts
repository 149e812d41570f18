import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { CopyCode } from '#protocol/back-office.ts'
import { hashInAddress } from '#protocol/evidence.ts'
import { type By, byCaller, recordAct } from '../audit/record-act.queries.ts'
import { COPY_CODE, REVOKED } from '../back-office/answers.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { appendEvent } from '../evidence/append-event.ts'
import type { EventOfSale } from '../evidence/chain.ts'
import { findChain } from '../evidence/evidence.queries.ts'
import { answerError } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import { type Admitting, admit } from '../identity/admit.ts'
import type { Description } from '../openapi/description.ts'
import { sha256 } from '../sha256.ts'

const SALE = z.strictObject({ session_id: z.string().min(1).max(200) })

const revoke = { summary: 'End a customer’s code', body: SALE, answer: REVOKED } satisfies Description
const renew = { summary: 'Replace a customer’s code', body: SALE, answer: COPY_CODE } satisfies Description

type CodeContext = Admitting & { db: Db; config: Pick<Config, 'copyLinkDays'> }

/** Returns the routes with which the office revokes a customer's code, or replaces it (docs/product 13.8). */
export function copyCodeRoutes(context: CodeContext): FastifyPluginAsync {
  const { db, config } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, 'write-office'))

    app.post('/revoke', { config: { describes: revoke } }, async (request, reply) => {
      const sale = SALE.safeParse(request.body)
      if (!sale.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(sale.error)))
      const isRevoked = await revokeCode(db, byCaller(request), sale.data.session_id)
      return isRevoked ? reply.send({ revoked: true }) : sendProblem(reply, problemOf('not-found'))
    })
    app.post('/renew', { config: { describes: renew } }, async (request, reply) => {
      const sale = SALE.safeParse(request.body)
      if (!sale.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(sale.error)))
      const code = await renewCode(db, byCaller(request), sale.data.session_id, config.copyLinkDays)
      return code ? reply.send(code) : sendProblem(reply, problemOf('not-found'))
    })
  }
}

/**
 * Revokes the code of a sale. Returns false if nothing was recorded of its signing. A code that has already ended stays
 * as it is.
 */
function revokeCode(db: Db, by: By, sessionId: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const chain = await findChain(transaction, sessionId)
    const { numAffectedRows } = await sql`
      update sale_evidence set token_expires_at = now()
      where session_id = ${sessionId} and token_expires_at > now()`.execute(transaction)
    if (chain !== undefined && numAffectedRows === 1n) {
      await appendEvent(transaction, chain, changed('code-revoked'))
      await recordAct(transaction, by, { verb: 'code-revoked', sessionId })
    }
    return chain !== undefined
  })
}

/** Makes a new code and ends the old one. Only the hash of the new token is stored. */
function renewCode(db: Db, by: By, sessionId: string, days: number): Promise<CopyCode | undefined> {
  const token = randomBytes(16).toString('base64url')
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ chain: string; agreement: string; expires_at: string }>`
      update sale_evidence
      set token_sha256 = ${sha256(token)}, token_expires_at = now() + ${days}::integer * interval '1 day'
      where session_id = ${sessionId}
      returning chain, encode(agreement_sha256, 'hex') as agreement, token_expires_at as expires_at`.execute(
      transaction,
    )
    const [row] = rows
    if (!row) return undefined
    await appendEvent(transaction, row.chain, changed('code-renewed'))
    await recordAct(transaction, by, { verb: 'code-renewed', sessionId })
    return { code: `${token}.${hashInAddress(row.agreement)}`, expires_at: row.expires_at }
  })
}

const changed = (type: 'code-revoked' | 'code-renewed'): EventOfSale => ({
  type,
  at: new Date().toISOString(),
  payload: { by: 'office' },
})
