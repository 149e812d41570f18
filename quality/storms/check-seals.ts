import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { verifySeals } from '#server/documents/verify/verify.ts'
import type { TakenMail } from './faulty-mail.ts'

type Won = { session_id: string; email: string; documents: string[]; events: number; findings: unknown[] }

/**
 * Returns a sentence for each won sale that was not sealed once or whose copy was not mailed under one id, and one for the
 * first break that `npx doorstep verify` finds.
 */
export async function findSealWrongs(db: Db, mails: readonly TakenMail[]): Promise<string[]> {
  const wrongs: string[] = []
  const claim = (holds: boolean, wrong: string) => void (holds || wrongs.push(wrong))
  const mailsTo = Map.groupBy(mails, ({ to }) => to)
  for (const { session_id, email, documents, events, findings } of await readWon(db)) {
    const [hash = '', ...others] = documents
    claim(hash !== '', `${session_id} is not sealed.`)
    claim(others.length === 0, `${session_id} is sealed ${documents.length} times.`)
    claim(events === 1, `The chain of ${session_id} says ${events} times that it was sealed.`)
    claim(findings.length === 0, `${session_id} has the findings ${JSON.stringify(findings)}.`)
    const ids = new Set(mailsTo.get(email)?.map(({ messageId }) => messageId))
    claim(ids.size === 1, `The copy of ${session_id} was mailed under ${ids.size} ids.`)
    claim(
      [...ids].every((id) => id.startsWith(hash.slice(0, 32))),
      `The mail of ${session_id} is of another document.`,
    )
  }
  const verified = await verifySeals(db)
  if (!verified.ok) wrongs.push(verified.failure)
  return wrongs
}

async function readWon(db: Db): Promise<Won[]> {
  const { rows } = await sql<Won>`
    select session_id, customer_email as email, coalesce(findings, '[]') as findings,
      array(select encode(pdf_sha256, 'hex') from sealed_documents as document
        where document.session_id = sale.session_id) as documents,
      (select count(*)::int from evidence_events as event
        where event.chain = signing.chain and type = 'sealed') as events
    from opportunities as sale left join sale_evidence as signing using (session_id)
    where status = 'closed-won'`.execute(db)
  return rows
}
