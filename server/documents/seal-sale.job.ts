import { sellerName } from '#domain/agreement/seller.ts'
import { failed, success } from '#domain/kernel/result.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { queueCopy } from '../deliveries/copies.queries.ts'
import type { DeliveryHandler, DeliveryOutcome } from '../deliveries/handler.ts'
import { appendEvent } from '../evidence/append-event.ts'
import type { EventOfSale } from '../evidence/chain.ts'
import { fullJitter } from '../jobs/backoff.ts'
import { lockSale } from '../sales/opportunities.queries.ts'
import { sha256 } from '../sha256.ts'
import { type DocumentToStore, findLastVersions, findSignedSale, storeDocument } from './documents.queries.ts'
import { signStatement } from './key/jws.ts'
import type { CurrentKey, SealKeys } from './key/seal-keys.ts'
import type { DocumentSource, Signing } from './pdf/source.ts'
import type { SealThread } from './seal/seal-thread.ts'
import { findSigning, type SigningFound } from './signing.queries.ts'
import { correctedFields, sourceHashOf, type Words, wordsOf } from './words.ts'

type SealContext = {
  db: Db
  config: Pick<Config, 'company' | 'publicUrl' | 'mail'>
  sealKeys: Pick<SealKeys, 'current'>
  sealThread: Pick<SealThread, 'seal'>
}

const BACKOFF = fullJitter(2_000, 15 * 60_000)

const later = (message: string) => failed({ retry: 'later' as const, message })

/**
 * Seals a signed sale (docs/product 14.3). A repeat changes nothing: the same source never makes another version. A
 * different source makes the next version and keeps the earlier ones.
 */
export function sealSaleJob(context: SealContext): DeliveryHandler {
  const { db, config, sealKeys } = context
  return {
    backoff: BACKOFF,
    /** Null while there is no key, so that nothing is attempted. */
    get receiver() {
      return sealKeys.current().ok ? 'seal' : null
    },
    async deliver({ session_id }) {
      const current = sealKeys.current()
      if (!current.ok) return later(current.failure.reason)
      const sale = await findSignedSale(db, session_id)
      if (!sale) return success({})
      const signing = await findSigning(db, session_id)
      const [last, before] = await findLastVersions(db, session_id)
      const isMade = last?.source_sha256.equals(
        sourceHashOf({ sale, signing }, before?.source_sha256 ?? null),
      )
      if (isMade) return success({})
      const fields = signing?.sealedWords ? correctedFields(signing.sealedWords, wordsOf(sale)) : []
      return seal(context, current.value, {
        source_sha256: sourceHashOf({ sale, signing }, last?.source_sha256 ?? null),
        source: {
          version: (last?.version ?? 0) + 1,
          company: sellerName(signing?.agreement.company ?? config.company),
          sale,
          signing: signing && withCorrected(signing, fields),
        },
        fields,
      })
    },
  }
}

/** Adds a finding to the document with every field that was corrected since any version was sealed. */
function withCorrected(signing: SigningFound, fields: readonly string[]): Signing {
  const { corrected, sealedWords, ...found } = signing
  const details = [...new Set([...corrected, ...fields])].sort()
  if (details.length === 0) return found
  return { ...found, findings: [...found.findings, { code: 'corrected', details }] }
}

type ToSeal = {
  source: DocumentSource
  source_sha256: Uint8Array
  /** The fields that were corrected since the previous version. */
  fields: readonly string[]
}

async function seal(
  { db, config, sealThread }: SealContext,
  { key, files }: CurrentKey,
  { source, source_sha256, fields }: ToSeal,
): Promise<DeliveryOutcome> {
  const { sale, signing, version } = source
  const bytes = await sealThread.seal({ source, files, at: signing?.receivedAt ?? sale.received_at })
  const pdf_sha256 = sha256(bytes)
  const sealed_at = new Date().toISOString()
  const findings = signing ? signing.findings.map(({ code }) => code) : ['not-recorded']
  const statement = await signStatement(key, 'doorstep-seal', {
    iss: config.publicUrl ?? null,
    version,
    source_sha256: Buffer.from(source_sha256).toString('hex'),
    agreement_sha256: signing?.agreementSha256 ?? null,
    evidence_sha256: signing?.evidenceSha256 ?? null,
    head: signing?.events.at(-1)?.hash ?? null,
    pdf_sha256: pdf_sha256.toString('hex'),
    findings,
    sealed_at,
  })
  const document: DocumentToStore = {
    session_id: sale.session_id,
    version,
    source_sha256,
    bytes,
    pdf_sha256,
    agreement_sha256: signing ? Buffer.from(signing.agreementSha256, 'hex') : null,
    evidence_sha256: signing ? Buffer.from(signing.evidenceSha256, 'hex') : null,
    findings,
    statement,
    kid: key.kid,
    sealed_at,
  }
  const events: EventOfSale[] = [
    ...(fields.length === 0 ? [] : [corrected(document, fields)]),
    sealed(document, wordsOf(sale)),
  ]
  return db.transaction().execute(async (transaction) => {
    const stored = await store(transaction, document, signing?.chain, events)
    if (stored.ok && config.mail) await queueCopy(transaction, document)
    return stored
  })
}

const corrected = ({ sealed_at, version }: DocumentToStore, fields: readonly string[]): EventOfSale => ({
  type: 'corrected',
  at: sealed_at,
  payload: { by: 'office', version, fields },
})

/** Returns the event of a seal. The payload keeps the words, so that a later correction can be noticed. */
const sealed = ({ sealed_at, version, pdf_sha256 }: DocumentToStore, words: Words): EventOfSale => ({
  type: 'sealed',
  at: sealed_at,
  payload: { by: 'server', version, pdf_sha256: Buffer.from(pdf_sha256).toString('hex'), words },
})

/** Stores the document and appends the events to the sale's chain, if it has one. Stores nothing for an erased sale. */
async function store(
  transaction: Db,
  document: DocumentToStore,
  chain: string | undefined,
  events: readonly EventOfSale[],
): Promise<DeliveryOutcome> {
  // An erasure also locks the sale, so it either finds this document or has already deleted the sale.
  if (!(await lockSale(transaction, document.session_id))) return success({})
  if (!(await storeDocument(transaction, document)))
    return later('Another worker sealed it meanwhile, or the key was retired.')
  if (chain === undefined) return success({})
  for (const event of events)
    if (!(await appendEvent(transaction, chain, event)))
      throw new Error('The sale was locked, and yet its evidence is gone.')
  return success({})
}
