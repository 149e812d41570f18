import canonicalize from 'canonicalize'
import { failed, success } from '#domain/kernel/result.ts'
import { sha256Hex } from '../../sha256.ts'
import { kidOf, readStatement } from '../key/jws.ts'
import type { KeyOf } from '../key/public-keys.ts'
import { findHeads, type Head, readDocuments, type StoredDocument } from './document-rows.queries.ts'
import type { Pass } from './pass.ts'

type Statement = Readonly<Record<string, unknown>>

/**
 * Recomputes the hash of every stored file, and compares each document with its signed statement, the chain of its sale
 * and the day roots. If a document was erased, its sale must be erased too.
 */
export const verifyDocuments: Pass = async ({ db, keyOf, report }) => {
  const counts = { documents: 0, erased: 0 }
  let before = { session_id: '', version: 0 }
  for await (const page of readDocuments(db)) {
    const statements = page.map((document) => readStatement(document.statement, 'doorstep-seal', keyOf))
    const heads = await findHeads(db, statements.flatMap(headOf))
    for (const [index, document] of page.entries()) {
      const { session_id, version, bytes } = document
      const expected = session_id === before.session_id ? before.version + 1 : 1
      const statement = statements[index]
      const broken =
        version === expected
          ? findBreak(document, statement, heads.get(headOf(statement)[0] ?? ''), keyOf)
          : `version ${expected} is missing`
      if (broken) return failed(`sealed_documents, sale ${session_id}, version ${version}: ${broken}`)
      before = document
      if (bytes === null) counts.erased += 1
    }
    counts.documents += page.length
    report('sealed_documents', counts.documents)
  }
  return success(counts)
}

const headOf = (statement: Statement | undefined): string[] =>
  typeof statement?.['head'] === 'string' ? [statement['head']] : []

function findBreak(
  document: StoredDocument,
  statement: Statement | undefined,
  head: Head | undefined,
  keyOf: KeyOf,
): string | undefined {
  const { bytes, pdf_sha256, kid } = document
  if (bytes && sha256Hex(bytes) !== pdf_sha256) return 'the file is not the one that was sealed'
  if (!keyOf(kid)) return `its key ${kid} is not one of ours`
  if (!statement) return 'its statement is not signed by one of our keys'
  if (kidOf(document.statement) !== kid) return 'its statement was signed by another key'
  const { version, source_sha256, agreement_sha256, evidence_sha256, findings, sealed_at } = document
  const stored = {
    version,
    source_sha256,
    pdf_sha256,
    agreement_sha256,
    evidence_sha256,
    findings,
    sealed_at,
  }
  const wrong = Object.entries(stored).find(
    ([name, value]) => canonicalize(statement[name]) !== canonicalize(value),
  )
  if (wrong) return `its statement has another ${wrong[0]}`
  if (document.must_be_covered && !document.is_covered) return 'no day root covers it'
  return findBreakOfSale(document, head)
}

/** Compares a document with what else is stored of its sale. */
function findBreakOfSale(document: StoredDocument, head: Head | undefined): string | undefined {
  const { bytes, evidence_sha256, chain } = document
  const isRecorded = evidence_sha256 !== null
  if (bytes === null) {
    const isErased = !document.outlived_erasure && (!isRecorded || head?.is_erased)
    return isErased ? undefined : 'its file is missing, and its sale was not erased'
  }
  if (!document.has_sale) return 'its sale is missing, and was not erased'
  if (!isRecorded) return undefined
  if (chain === null) return 'the evidence of its sale is missing'
  if (head?.chain !== chain) return 'the head that its statement names is not in its chain'
  return document.is_recorded ? undefined : 'its chain does not say that it was sealed'
}
