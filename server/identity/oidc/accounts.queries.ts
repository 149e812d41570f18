import type { Db } from '../../db/schema.ts'
import type { Account } from './company-accounts.ts'

/** Finds the person who signs in with an account. */
export async function findByAccount(db: Db, { issuer, subject }: Account): Promise<string | undefined> {
  const person = await db
    .selectFrom('people')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return person?.id
}

/** Links an account to a person, in place of their former one. Returns false if it is someone else's. */
export async function linkAccount(tx: Db, personId: string, account: Account): Promise<boolean> {
  const taken = await tx
    .selectFrom('people')
    .select('id')
    .where('issuer', '=', account.issuer)
    .where('subject', '=', account.subject)
    .executeTakeFirst()
  if (taken && taken.id !== personId) return false
  await tx.updateTable('people').set(account).where('id', '=', personId).execute()
  return true
}
