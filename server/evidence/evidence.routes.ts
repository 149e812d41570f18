import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import {
  EVIDENCE_HEADER,
  type EvidenceAnswer,
  type EvidenceCall,
  type EvidenceReceipt,
  evidenceHash,
} from '#protocol/evidence.ts'
import { SALE_EVIDENCE_PATH } from '#protocol/functions.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import type { Deliveries } from '../deliveries/deliveries.ts'
import { readStatement } from '../documents/key/jws.ts'
import { readPublicKeys } from '../documents/key/public-keys.ts'
import type { SealKeys } from '../documents/key/seal-keys.ts'
import { answerError } from '../http/answer-error.ts'
import { readSequence } from '../http/idempotency-key.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import { type Admitting, admit } from '../identity/admit.ts'
import { isForeign } from '../identity/foreign-sales.queries.ts'
import { hash, moment, textOrNull } from '../openapi/answers.ts'
import type { Description } from '../openapi/description.ts'
import { sha256Hex } from '../sha256.ts'
import { receiveEvidence } from './receive-evidence.ts'
import { EVIDENCE_CALL } from './signing-record.ts'

type EvidenceContext = Admitting & {
  db: Db
  config: Pick<Config, 'copyLinkDays'>
  sealKeys: Pick<SealKeys, 'sign' | 'ready'>
  deliveries: Pick<Deliveries, 'wake'>
}

const ANSWER: z.ZodType<EvidenceAnswer> = z.object({
  session_id: z.string(),
  evidence_sha256: hash,
  received_at: moment,
  chain: z.string(),
  salt: z.string(),
  receipt: textOrNull,
})
const describes = {
  summary: 'Record what was shown and signed',
  body: EVIDENCE_CALL,
  answer: ANSWER,
} satisfies Description

/** Returns the route that receives what phones recorded of a signing (docs/product 8.12). */
export function evidenceRoutes(context: EvidenceContext): FastifyPluginAsync {
  const { db, config, sealKeys, deliveries } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.post(
      SALE_EVIDENCE_PATH,
      { onRequest: admit(context, 'make-sales'), config: { describes } },
      async (request, reply) => {
        const call = EVIDENCE_CALL.safeParse(request.body)
        if (!call.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(call.error)))
        const { receipt: signedEarlier, ...record } = call.data
        const sequence = readSequence(request.headers['idempotency-key'], record.evidence.session_id)
        if (!sequence.ok) return sendProblem(reply, sequence.failure)
        if (await isForeign(db, request.caller, [record.evidence.session_id]))
          return sendProblem(reply, problemOf('not-your-sale'))
        // Just after a start the key may not be loaded; without it no receipt could be checked or signed.
        await sealKeys.ready()
        const received = await receiveEvidence(db, {
          record,
          earlier: await readEarlier(db, record, signedEarlier),
          copyLinkDays: config.copyLinkDays,
          hold: request.caller.hold,
        })
        if (!received.ok) return sendProblem(reply, received.failure)
        deliveries.wake()
        const receipt = received.value
        const signed = await sealKeys.sign('doorstep-receipt', receipt)
        const answer: EvidenceAnswer = { ...receipt, receipt: signed ?? null }
        return reply.header(EVIDENCE_HEADER, `sha256=${receipt.evidence_sha256}`).send(answer)
      },
    )
  }
}

/** Returns the content of a receipt if one of our keys signed it for this evidence. */
async function readEarlier(
  db: Db,
  { evidence }: EvidenceCall,
  receipt: string | undefined,
): Promise<EvidenceReceipt | undefined> {
  if (receipt === undefined) return undefined
  const said = readStatement(receipt, 'doorstep-receipt', await readPublicKeys(db))
  const isOfThis =
    said?.['session_id'] === evidence.session_id &&
    said['evidence_sha256'] === evidenceHash(evidence, sha256Hex)
  return isOfThis ? (said as EvidenceReceipt) : undefined
}
