import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { verifySeals } from '#server/documents/verify/verify.ts'
import type { TakenMail } from './faulty-mail.ts'

type Won = {
  session_id: string
  email: string
  /** The SHA-256 of each version, in hex. */
  documents: string[]
  /** How often the chain says that the sale was sealed, and that evidence arrived. */
  sealed: number
  received: number
  /** The reason why the last attempt to seal the sale failed. */
  reason: string | null
}

type Given = {
  db: Db
  mails: readonly TakenMail[]
  /** Sales that the server has lost, as after a restore. Their copies may have been mailed before. */
  forgotten?: ReadonlySet<string>
}

/**
 * Returns a sentence for each won sale that was not sealed once, or whose copy was not mailed under one id, and one for
 * the first break that `npx doorstep verify` finds. If more evidence of a sale arrives, it may make another version.
 */
export async function findSealWrongs({ db, mails, forgotten = new Set() }: Given): Promise<string[]> {
  const wrongs: string[] = []
  const claim = (holds: boolean, wrong: string) => void (holds || wrongs.push(wrong))
  const mailsTo = Map.groupBy(mails, ({ to }) => to)
  for (const { session_id, email, documents, sealed, received, reason } of await readWon(db)) {
    const versions = documents.length
    claim(versions > 0, `${session_id} is not sealed: ${reason}`)
    claim(
      versions <= received,
      `${session_id} is sealed ${versions} times with ${received} pieces of evidence.`,
    )
    claim(sealed === versions, `The chain of ${session_id} says ${sealed} times that it was sealed.`)
    const ids = [...new Set(mailsTo.get(email)?.map(({ messageId }) => messageId))]
    const before = forgotten.has(session_id) ? 1 : 0
    claim(ids.length <= versions + before, `The copy of ${session_id} was mailed under ${ids.length} ids.`)
    const isMailed = (hash: string) => ids.some((id) => id.startsWith(hash.slice(0, 32)))
    claim(documents.every(isMailed), `A copy of ${session_id} was never mailed.`)
  }
  const verified = await verifySeals(db)
  if (!verified.ok) wrongs.push(verified.failure)
  return wrongs
}

/** Returns a sentence for each sale whose evidence did not fit. */
export async function findFindings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ session_id: string; findings: string }>`
    select session_id, findings::text from sale_evidence where findings <> '[]'`.execute(db)
  return rows.map(({ session_id, findings }) => `${session_id} has the findings ${findings}.`)
}

async function readWon(db: Db): Promise<Won[]> {
  const { rows } = await sql<Won>`
    select session_id, customer_email as email,
      array(select encode(pdf_sha256, 'hex') from sealed_documents as document
        where document.session_id = sale.session_id order by version) as documents,
      (select count(*)::int from evidence_events as event
        where event.chain = signing.chain and type = 'sealed') as sealed,
      (select count(*)::int from evidence_events as event
        where event.chain = signing.chain and type in ('received', 'received-again')) as received,
      (select concat(state, ', ', reason) from deliveries
        where target = 'seal' and deliveries.session_id = sale.session_id) as reason
    from opportunities as sale left join sale_evidence as signing using (session_id)
    where status = 'closed-won'`.execute(db)
  return rows
}
