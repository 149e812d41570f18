import canonicalize from 'canonicalize'
import { sellerName } from '#domain/agreement/company.ts'
import { failed, success } from '#domain/kernel/result.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import type { DeliveryHandler, DeliveryOutcome } from '../deliveries/handler.ts'
import { appendEvent } from '../evidence/append-event.ts'
import { fullJitter } from '../jobs/backoff.ts'
import { lockSale } from '../sales/opportunities.queries.ts'
import { sha256 } from '../sha256.ts'
import { type DocumentToStore, findSignedSale, findVersions, storeDocument } from './documents.queries.ts'
import { signStatement } from './key/jws.ts'
import type { CurrentKey, SealKeys } from './key/seal-keys.ts'
import type { DocumentSource } from './pdf/source.ts'
import type { SealThread } from './seal/seal-thread.ts'
import { findSigning } from './signing.queries.ts'

type SealContext = {
  db: Db
  config: Pick<Config, 'company' | 'publicUrl'>
  sealKeys: Pick<SealKeys, 'current'>
  sealThread: Pick<SealThread, 'seal'>
}

const BACKOFF = fullJitter(2_000, 15 * 60_000)

const later = (message: string) => failed({ retry: 'later' as const, message })

/**
 * Seals a signed sale (docs/product 14.3). A repeat changes nothing: the same source never makes another version, and
 * another source makes the next one beside those that are there.
 */
export function sealSaleJob(context: SealContext): DeliveryHandler {
  const { db, config, sealKeys } = context
  return {
    backoff: BACKOFF,
    /** Null while there is no key, so that nothing is tried. */
    get receiver() {
      return sealKeys.current().ok ? 'seal' : null
    },
    async deliver({ session_id }) {
      const current = sealKeys.current()
      if (!current.ok) return later(current.failure.reason)
      const sale = await findSignedSale(db, session_id)
      if (!sale) return success({})
      const signing = await findSigning(db, session_id)
      const sourceSha256 = sourceHashOf({ sale, signing })
      const { last, isMade } = await findVersions(db, session_id, sourceSha256)
      if (isMade) return success({})
      const company = sellerName(config.company)
      const source = { version: last + 1, company, sale, signing }
      return seal(context, current.value, source, sourceSha256)
    },
  }
}

/** What a version depends on: a repeated write of the same sale is no reason for another. */
function sourceHashOf({ sale, signing }: Pick<DocumentSource, 'sale' | 'signing'>): Buffer {
  const { received_at, ...words } = sale
  const { agreementSha256 = null, evidenceSha256 = null, findings = [] } = signing ?? {}
  return sha256(canonicalize({ ...words, agreementSha256, evidenceSha256, findings }) as string)
}

async function seal(
  { db, config, sealThread }: SealContext,
  { key, files }: CurrentKey,
  source: DocumentSource,
  source_sha256: Uint8Array,
): Promise<DeliveryOutcome> {
  const { sale, signing, version } = source
  const bytes = await sealThread.seal({ source, files, at: signing?.receivedAt ?? sale.received_at })
  const pdf_sha256 = sha256(bytes)
  const sealed_at = new Date().toISOString()
  const statement = await signStatement(key, 'doorstep-seal', {
    iss: config.publicUrl ?? null,
    version,
    agreement_sha256: signing?.agreementSha256 ?? null,
    evidence_sha256: signing?.evidenceSha256 ?? null,
    head: signing?.events.at(-1)?.hash ?? null,
    pdf_sha256: pdf_sha256.toString('hex'),
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
    findings: signing ? signing.findings.map(({ code }) => code) : ['not-recorded'],
    statement,
    kid: key.kid,
    sealed_at,
  }
  return db.transaction().execute((transaction) => store(transaction, document, signing?.chain))
}

/** Stores the document and appends `sealed` to the sale's chain, if it has one. Stores nothing for an erased sale. */
async function store(
  transaction: Db,
  document: DocumentToStore,
  chain: string | undefined,
): Promise<DeliveryOutcome> {
  // An erasure locks the sale too, so it either finds this document or has already deleted the sale.
  if (!(await lockSale(transaction, document.session_id))) return success({})
  if (!(await storeDocument(transaction, document)))
    return later('Another worker sealed it meanwhile, or the key was retired.')
  if (chain === undefined) return success({})
  const pdf_sha256 = Buffer.from(document.pdf_sha256).toString('hex')
  const payload = { by: 'server', version: document.version, pdf_sha256 } as const
  if (!(await appendEvent(transaction, chain, { type: 'sealed', at: document.sealed_at, payload })))
    throw new Error('The sale was locked, and yet its evidence is gone.')
  return success({})
}
