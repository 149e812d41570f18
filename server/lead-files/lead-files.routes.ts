import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Crm } from '#crm/port.ts'
import { MAX_LEAD_FILE_BYTES } from '#protocol/lead-files.ts'
import { byCaller, recordTaking } from '../audit/record-act.queries.ts'
import type { ChangeFeed } from '../changes/change-feed.ts'
import type { Db } from '../db/schema.ts'
import { answerError, takeWholeBody } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { sendCsv } from '../http/send-csv.ts'
import { type Admitting, admit } from '../identity/admit.ts'
import { toJsonPieces, toLeadImport } from './answer-import.ts'
import { applyImport } from './apply-import.ts'
import { DESCRIPTIONS, IMPORT_QUERY } from './descriptions.ts'
import { exportLeads } from './export-leads.ts'
import { limitImports } from './imports-at-once.ts'
import { findLastImport } from './lead-imports.queries.ts'
import { openLeadFile } from './open-lead-file.ts'
import { type FilePlan, type LeadFile, planFile } from './plan-file.ts'
import { UnreadableFile } from './read-file.ts'

type LeadFilesContext = Admitting & {
  db: Db
  crm: Pick<Crm, 'provider'>
  changeFeed: Pick<ChangeFeed, 'wake'>
}

const NOT_CSV = problemOf('unsupported-media-type', 'Send the file as text/csv.')
const JSON_TYPE = 'application/json; charset=utf-8'

/** Returns the routes that import and export lead files (docs/product 21.8). Calls need the public key. */
export function leadFilesRoutes(context: LeadFilesContext): FastifyPluginAsync {
  const { db, crm } = context
  return async (app) => {
    app.setErrorHandler(answerFileError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, { read: 'read-office', write: 'write-leads' }))
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'text/csv',
      { parseAs: 'buffer', bodyLimit: MAX_LEAD_FILE_BYTES },
      (_request, body, done) => done(null, body),
    )

    const { admit: admitFile, whileWorking } = limitImports()
    const posted = {
      bodyLimit: MAX_LEAD_FILE_BYTES,
      config: { describes: DESCRIPTIONS.import },
      onRequest: admitFile,
    }
    const importFile = whileWorking((request, reply) => answerImport(request, reply, context))
    app.post('/import', posted, importFile)
    app.get('/import', { config: { describes: DESCRIPTIONS.progress } }, async (_request, reply) =>
      reply.type(JSON_TYPE).send(JSON.stringify(await findLastImport(db))),
    )
    app.get(
      '/export',
      { config: { describes: DESCRIPTIONS.export, needs: 'take-out' } },
      async (request, reply) => {
        await recordTaking(db, request, { verb: 'leads-exported' })
        return sendCsv(reply, 'leads.csv', exportLeads(db, crm.provider))
      },
    )
  }
}

async function answerImport(request: FastifyRequest, reply: FastifyReply, context: LeadFilesContext) {
  const { query, body } = request
  const asked = IMPORT_QUERY.safeParse(query)
  if (!asked.success) return sendProblem(reply, problemOf('PGRST100', 'dry=1, or hash of a dry run'))
  if (!(body instanceof Uint8Array)) return sendProblem(reply, NOT_CSV)
  const file = await openLeadFile(body, asked.data.columns, context.crm.provider)
  if (!file.ok) return sendProblem(reply, problemOf('lead-file-unreadable', file.failure))
  const { hash } = asked.data
  if (hash === undefined) return sendPlan(reply, context, file.value, await planFile(context.db, file.value))
  const applied = await applyImport(context, byCaller(request), file.value, hash)
  if (!applied.ok) return sendChanged(reply, context, file.value, applied.failure)
  return sendPlan(reply, context, file.value, { ...applied.value, rests: [hash] })
}

const answerOf = ({ db }: LeadFilesContext, { records, columns }: LeadFile, plan: FilePlan) =>
  toLeadImport(db, { plan, header: records.header, columns })

async function sendPlan(reply: FastifyReply, context: LeadFilesContext, file: LeadFile, plan: FilePlan) {
  return reply.type(JSON_TYPE).send(toJsonPieces(await answerOf(context, file, plan)))
}

/** Sends the fresh plan with the problem, so that a person can look at it and apply it instead. */
async function sendChanged(reply: FastifyReply, context: LeadFilesContext, file: LeadFile, plan: FilePlan) {
  const { status, body } = problemOf('leads-changed')
  return reply.code(status).send({ ...body, ...(await answerOf(context, file, plan)) })
}

function answerFileError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof UnreadableFile)
    return sendProblem(reply, problemOf('lead-file-unreadable', error.message))
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return sendProblem(reply, NOT_CSV)
  if (code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return answerError(error, request, reply)
  takeWholeBody(reply, 413)
  return sendProblem(reply, problemOf('lead-file-too-large'))
}
