import { failed, type Result, success } from '#domain/kernel/result.ts'
import { type By, recorded } from '../audit/record-act.queries.ts'
import type { ChangeFeed } from '../changes/change-feed.ts'
import type { Db } from '../db/schema.ts'
import { lockRegister } from '../street/register/register-lock.ts'
import { type AppliedImport, advanceImport, findImport, startImport } from './lead-imports.queries.ts'
import {
  type FilePlan,
  hashOfBatch,
  type LeadFile,
  type PlanBatch,
  planFile,
  planInBatches,
} from './plan-file.ts'
import { BATCH_ROWS, type FileRecord } from './read-file.ts'
import { writeLeads } from './write-leads.queries.ts'

type ImportContext = { db: Db; changeFeed: Pick<ChangeFeed, 'wake'> }

/** Two writers added the same id or contact at the same time. */
const DUPLICATE = '23505'

const WRITES_NOTHING = hashOfBatch([])

/** Thrown if the stored leads have changed since the plan was made. */
class LeadsChanged extends Error {
  override name = 'LeadsChanged'
}

/**
 * Applies the dry run with this hash (docs/product 21.6), one transaction per batch, so that other writes get through
 * in between. If the process is killed, repeating the call continues where it was. If the plan is now different, writes
 * nothing more and fails with the fresh plan. Throws `UnreadableFile`.
 */
export async function applyImport(
  context: ImportContext,
  by: By,
  file: LeadFile,
  hash: string,
): Promise<Result<FilePlan, FilePlan>> {
  const { db } = context
  const before = await findImport(db, hash)
  const plan = await planFile(db, file)
  const isFresh = plan.rests[0] === hash
  const begun = await findImport(db, hash)
  if (!isFresh && !isResumable(begun, plan)) return failed(plan)
  if (isFresh) {
    const begins = { hash, rows: plan.total, rest: hash, counts: plan.counts }
    const how = { before, isUndone: isUndone(before, plan) }
    await recorded(
      db,
      by,
      (tx) => startImport(tx, begins, how),
      (isStarted) =>
        isStarted && writes(plan) && { verb: 'leads-imported', objectId: hash, details: { ...plan.counts } },
    )
  }
  try {
    await applyBatches(context, file, hash, plan)
    return success({ ...plan, counts: isFresh || !begun ? plan.counts : begun.counts })
  } catch (error) {
    const { code } = error as { code?: string }
    if (!(error instanceof LeadsChanged) && code !== DUPLICATE) throw error
    return failed(await planFile(db, file))
  }
}

const writes = ({ batches }: FilePlan) => batches.some((batch) => batch !== WRITES_NOTHING)

/**
 * Returns true if the plan writes again what the import had written before it was interrupted, so those leads are gone.
 */
const isUndone = (before: AppliedImport | undefined, { batches }: FilePlan) =>
  before !== undefined &&
  batches.slice(0, Math.ceil(before.done / BATCH_ROWS)).some((batch) => batch !== WRITES_NOTHING)

/** Returns true if the plan for the rest of the import is still the same. */
const isResumable = (begun: AppliedImport | undefined, { rests, total }: FilePlan) =>
  begun !== undefined && begun.rows === total && begun.rest === rests[Math.ceil(begun.done / BATCH_ROWS)]

async function applyBatches(
  { db, changeFeed }: ImportContext,
  file: LeadFile,
  hash: string,
  plan: FilePlan,
): Promise<void> {
  const planBatch = planInBatches(file)
  let from = 0
  for await (const records of file.records.batches()) {
    const batch = { hash, from, to: from + records.length, place: Math.floor(from / BATCH_ROWS) }
    const isWritten = await db
      .transaction()
      .execute((transaction) => applyBatch(transaction, { file, plan, planBatch, records, batch }))
    if (isWritten) changeFeed.wake()
    // Plan them again, because later rows may name the same doors.
    else await planBatch(db, records)
    from = batch.to
  }
}

type Batch = {
  file: LeadFile
  plan: FilePlan
  planBatch: PlanBatch
  records: readonly FileRecord[]
  batch: { hash: string; from: number; to: number; place: number }
}

/** Writes a batch. Returns false if it was written before. */
async function applyBatch(
  transaction: Db,
  { file, plan, planBatch, records, batch }: Batch,
): Promise<boolean> {
  const { place, ...rows } = batch
  // Only one batch of all imports at a time, because no constraint keeps a door from being stored twice, and not while
  // an entry is added to the register.
  await lockRegister(transaction)
  const came = await advanceImport(transaction, { ...rows, rest: plan.rests[place + 1] ?? '' })
  if (came === 'ahead') return false
  if (came === 'lost') throw new LeadsChanged()
  const planned = await planBatch(transaction, records, true)
  if (hashOfBatch(planned) !== plan.batches[place]) throw new LeadsChanged()
  await writeLeads(transaction, file.provider, planned)
  return true
}
