import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { recordTaking } from '../audit/record-act.queries.ts'
import { DOCUMENTS } from '../back-office/answers.ts'
import type { Db } from '../db/schema.ts'
import { answerError } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { type Admitting, admit } from '../identity/admit.ts'
import type { Description } from '../openapi/description.ts'
import { findFile, listDocuments } from './documents.queries.ts'

const LIST_QUERY = z.strictObject({ session_id: z.string().min(1).max(200), apikey: z.string().optional() })
const FILE_PARAMS = z.object({
  session_id: z.string().min(1).max(200),
  file: z
    .string()
    .regex(/^[1-9]\d{0,5}\.pdf$/)
    .transform((name) => Number(name.slice(0, -'.pdf'.length))),
})

const list = {
  summary: 'List the sealed versions of a sale’s document',
  query: LIST_QUERY,
  answer: DOCUMENTS,
} satisfies Description
const file = {
  summary: 'Download a sealed version, as `<version>.pdf`',
  params: FILE_PARAMS,
  answer: 'application/pdf',
} satisfies Description

type DocumentsContext = Admitting & { db: Db }

/**
 * Returns the routes of a sale's sealed documents, for the back office (docs/product 14.4). Calls need the public key.
 */
export function documentsRoutes(context: DocumentsContext): FastifyPluginAsync {
  const { db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, 'read-office'))

    app.get('/', { config: { describes: list } }, async ({ query }, reply) => {
      const asked = LIST_QUERY.safeParse(query)
      if (!asked.success) return sendProblem(reply, problemOf('PGRST100'))
      return listDocuments(db, asked.data.session_id)
    })
    app.get(
      '/:session_id/:file',
      { config: { describes: file, needs: 'take-out' } },
      async (request, reply) => {
        const asked = FILE_PARAMS.safeParse(request.params)
        const bytes = asked.success && (await findFile(db, asked.data.session_id, asked.data.file))
        if (!asked.success || !bytes) return sendProblem(reply, problemOf('not-found'))
        const { session_id: sessionId, file: version } = asked.data
        await recordTaking(db, request, { verb: 'document-downloaded', sessionId, details: { version } })
        return reply.type('application/pdf').send(Buffer.from(bytes))
      },
    )
  }
}
