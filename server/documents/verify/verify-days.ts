import { failed, success } from '#domain/kernel/result.ts'
import type { Db } from '../../db/schema.ts'
import { statementHash } from '../days/close-day.job.ts'
import { listDays } from '../days/days.queries.ts'
import { MerkleTree } from '../days/merkle.ts'
import { readStatement } from '../key/jws.ts'
import type { KeyOf } from '../key/public-keys.ts'
import { findDayWithoutRoot, readLeaves } from './leaf-rows.queries.ts'
import type { Pass } from './pass.ts'

type Day = Awaited<ReturnType<typeof listDays>>[number]

/** Recomputes the root of every day from its leaves, and compares it with its signed statement. */
export const verifyDays: Pass = async ({ db, keyOf, report }) => {
  const days = await listDays(db)
  let previous: string | undefined
  for (const [index, day] of days.entries()) {
    const broken = await findBreakOfLeaves(db, day, previous, keyOf)
    if (broken) return failed(`seal_days, ${day.day}: ${broken}`)
    previous = day.statement
    report('seal_days', index + 1)
  }
  const rootless = await findDayWithoutRoot(db)
  return rootless ? failed(`seal_days, ${rootless}: its root is missing`) : success({ days: days.length })
}

async function findBreakOfLeaves(db: Db, day: Day, previous: string | undefined, keyOf: KeyOf) {
  const tree = new MerkleTree()
  for await (const page of readLeaves(db, day.day))
    for (const { position, pdf_sha256, has_document } of page) {
      if (position !== tree.size) return `leaf ${tree.size} is missing`
      if (!has_document) return `the document of leaf ${position} is missing`
      tree.add(pdf_sha256)
    }
  const statement = readStatement(day.statement, 'doorstep-day', keyOf)
  if (!statement) return 'its statement is not signed by one of our keys'
  const root = Buffer.from(tree.root()).toString('hex')
  if (root !== day.root || statement['root'] !== root) return 'its root does not match its leaves'
  if (tree.size !== day.size || statement['size'] !== day.size || statement['day'] !== day.day)
    return 'its statement is of another day'
  if (statement['prev'] !== statementHash(previous)) return 'it does not follow the day before it'
  return undefined
}
