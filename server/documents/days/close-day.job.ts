import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/schema.ts'
import { createLoop, type Loop } from '../../jobs/loop.ts'
import type { SealKeys } from '../key/seal-keys.ts'
import { findClosedDay, findLastStatement, listUncovered, storeDay } from './days.queries.ts'
import { MerkleTree } from './merkle.ts'

const REST_MS = 300_000
const LEAVES_PER_TURN = 2_000
/** The previous statement that the first day names. */
export const NO_STATEMENT = '0'.repeat(64)

type Given = { db: Db; log: Pick<FastifyBaseLogger, 'info' | 'error'>; sealKeys: Pick<SealKeys, 'sign'> }

/** Creates the loop that closes the days. Several processes can run it at the same time. */
export const createDayClosing = (given: Given): Loop =>
  createLoop({ name: 'close-day', work: () => closeDay(given), restMs: REST_MS, log: given.log })

/** Returns the hash with which a day names the statement before it. */
export const statementHash = (statement: string | undefined) =>
  statement === undefined ? NO_STATEMENT : createHash('sha256').update(statement).digest('hex')

/**
 * Signs yesterday's root, unless it has one. The next day's root covers a document that is stored late. Does nothing if
 * there are no documents or no key.
 */
export async function closeDay(given: Given): Promise<void> {
  const day = await findClosedDay(given.db)
  if (day !== undefined) await signDay(given, day)
}

/** Signs one root over the documents that were sealed by the end of a day and that no root covers yet, and logs it. */
export async function signDay({ db, log, sealKeys }: Given, day: string): Promise<void> {
  const prev = statementHash(await findLastStatement(db))
  const leaves = await listUncovered(db, day)
  if (leaves.length === 0) return
  const tree = new MerkleTree()
  for (const leaf of leaves) {
    tree.add(leaf)
    if (tree.size % LEAVES_PER_TURN === 0) await turn()
  }
  const root = tree.root()
  const said = { day, size: tree.size, root: Buffer.from(root).toString('hex'), prev }
  const statement = await sealKeys.sign('doorstep-day', said)
  if (statement === undefined) return
  if (await storeDay(db, { day, root, statement, leaves })) log.info(said, 'Root of the day')
}
