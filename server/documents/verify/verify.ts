import { failed, type Result, success } from '#domain/kernel/result.ts'
import type { Db } from '../../db/schema.ts'
import { sha256Hex } from '../../sha256.ts'
import { statementHash } from '../days/close-day.job.ts'
import { listDays } from '../days/days.queries.ts'
import { MerkleTree } from '../days/merkle.ts'
import { readStatement } from '../key/jws.ts'
import { type KeyOf, readPublicKeys } from '../key/public-keys.ts'
import { type DocumentRow, readDocuments, readLeaves } from './rows.queries.ts'

type Day = Awaited<ReturnType<typeof listDays>>[number]

export type Verified = { documents: number; erased: number; days: number }

/**
 * Recomputes the hash of every stored file, every signed statement and every day root. Returns the counts, or one
 * sentence about the first thing that does not fit.
 */
export async function verifySeals(db: Db): Promise<Result<Verified, string>> {
  const keyOf = await readPublicKeys(db)
  const counts: Verified = { documents: 0, erased: 0, days: 0 }
  let before = { session_id: '', version: 0 }
  for await (const document of readDocuments(db)) {
    const expected = document.session_id === before.session_id ? before.version + 1 : 1
    const broken =
      document.version === expected ? findBreak(document, keyOf) : `version ${expected} is missing`
    if (broken) return failed(`Document ${document.session_id}, version ${document.version}: ${broken}.`)
    before = document
    counts.documents += 1
    if (document.bytes === null) counts.erased += 1
  }
  let previous: string | undefined
  for (const day of await listDays(db)) {
    const broken = await findBreakOfDay(db, day, previous, keyOf)
    if (broken) return failed(`Day ${day.day}: ${broken}.`)
    previous = day.statement
    counts.days += 1
  }
  return success(counts)
}

function findBreak(document: DocumentRow, keyOf: KeyOf): string | undefined {
  const { bytes, version, pdf_sha256, agreement_sha256, evidence_sha256, sealed_at } = document
  if (bytes && sha256Hex(bytes) !== pdf_sha256) return 'the file is not the one that was sealed'
  const said = readStatement(document.statement, 'doorstep-seal', keyOf)
  if (!said) return 'its statement is not signed by one of our keys'
  const stored = { version, pdf_sha256, agreement_sha256, evidence_sha256, sealed_at }
  const wrong = Object.entries(stored).find(([name, value]) => said[name] !== value)
  if (wrong) return `its statement has another ${wrong[0]}`
  if (document.must_be_covered && !document.is_covered) return 'no day root covers it'
  return undefined
}

async function findBreakOfDay(db: Db, day: Day, previous: string | undefined, keyOf: KeyOf) {
  const tree = new MerkleTree()
  for await (const { position, pdf_sha256, has_document } of readLeaves(db, day.day)) {
    if (position !== tree.size) return `leaf ${tree.size} is missing`
    if (!has_document) return `the document of leaf ${position} is missing`
    tree.add(pdf_sha256)
  }
  const said = readStatement(day.statement, 'doorstep-day', keyOf)
  if (!said) return 'its statement is not signed by one of our keys'
  const root = Buffer.from(tree.root()).toString('hex')
  if (root !== day.root || said['root'] !== root) return 'its root is not that of its leaves'
  if (tree.size !== day.size || said['size'] !== day.size || said['day'] !== day.day)
    return 'its statement is of another day'
  if (said['prev'] !== statementHash(previous)) return 'it does not follow the day before it'
  return undefined
}
