import type { Crm } from '#crm/port.ts'
import { ACTIONS } from '#domain/lead-files/actions.ts'
import type { FileRow } from '#domain/lead-files/fields.ts'
import { KnownLeads } from '#domain/lead-files/lead-keys.ts'
import type { Columns } from '#domain/lead-files/match-columns.ts'
import { createPlanner, type Door, type PlannedRow, writesOf } from '#domain/lead-files/plan-import.ts'
import { readGiven, readRecord } from '#domain/lead-files/read-row.ts'
import { isOnRegister, registerOf } from '#domain/street/do-not-knock.ts'
import type { ImportCounts, ImportedRow } from '#protocol/lead-files.ts'
import type { Db } from '../db/schema.ts'
import { sha256Hex } from '../sha256.ts'
import { findEntriesFor } from '../street/register/find-entries.queries.ts'
import { findKnownLeads } from './known-leads.queries.ts'
import type { FileRecord, FileRecords } from './read-file.ts'

/** A file with the fields of its columns, and the CRM to which its contacts belong. */
export type LeadFile = { records: FileRecords; columns: Columns; provider: Crm['provider'] }

/** Plans a batch of records against the stored leads. Set `lock` inside the transaction that applies it. */
export type PlanBatch = (db: Db, records: readonly FileRecord[], lock?: boolean) => Promise<PlannedRow[]>

/** The plan for a whole file. */
export type FilePlan = {
  /** For each batch, the hash of everything written from it to the end. The first is the hash of the import. */
  rests: string[]
  /** The hash of each batch. */
  batches: string[]
  total: number
  counts: ImportCounts
  /** The number of leads that each area gains. */
  newInAreas: Map<string, number>
  rows: ImportedRow[]
}

/** Starts the plan of a file. Its batches must follow in order. */
export function planInBatches({ columns, provider }: Omit<LeadFile, 'records'>): PlanBatch {
  const plan = createPlanner()
  return async (db, records, lock = false) => {
    const rows = records.map(({ line, cells }): FileRow => readRecord(columns, cells, line))
    const leads = await findKnownLeads(db, provider, rows, { lock })
    const register = await findRegister(db, [...rows.flatMap(doorsOf), ...leads])
    const stored = {
      leads: new KnownLeads(leads),
      isRegistered: (door: Door) => isOnRegister(door, register),
    }
    return rows.map((row) => plan(row, stored))
  }
}

function doorsOf(row: FileRow): Door[] {
  const given = readGiven(row)
  return given.ok ? [given.value] : []
}

/** Returns the do-not-knock register's entries for these doors. */
const findRegister = async (db: Db, doors: readonly Door[]) =>
  registerOf((await findEntriesFor(db, doors)).filter((entry) => entry !== undefined))

/** Plans a whole file and writes nothing. Throws `UnreadableFile`. */
export async function planFile(db: Db, file: LeadFile): Promise<FilePlan> {
  const planBatch = planInBatches(file)
  const counts = Object.fromEntries(ACTIONS.map((action) => [action, 0])) as ImportCounts
  const plan: FilePlan = { rests: [], batches: [], total: 0, counts, newInAreas: new Map(), rows: [] }
  for await (const records of file.records.batches()) {
    const planned = await planBatch(db, records)
    plan.batches.push(hashOfBatch(planned))
    plan.total += records.length
    for (const [place, row] of planned.entries()) {
      counts[row.action]++
      if (row.action === 'create') addTo(plan.newInAreas, row.lead.area)
      plan.rows.push(rowToShow(row, records[place]?.cells ?? []))
    }
  }
  plan.rests = restsOf(plan)
  return plan
}

/** Returns the hash of what a batch writes. */
export const hashOfBatch = (planned: readonly PlannedRow[]): string =>
  sha256Hex(JSON.stringify(writesOf(planned)))

/** Hashes from the end, so that the hash for the rest of an interrupted import can be compared. */
function restsOf({ batches, total }: FilePlan): string[] {
  const rests = [sha256Hex(String(total))]
  for (const batch of batches.toReversed()) rests.unshift(sha256Hex(batch + rests[0]))
  return rests
}

const addTo = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

function rowToShow(row: PlannedRow, cells: string[]): ImportedRow {
  const { line, action } = row
  switch (row.action) {
    case 'unchanged':
      return { line, action }
    case 'create':
      return { line, action, door: doorOf(row.lead) }
    case 'update':
      return { line, action, door: doorOf(row.lead), changes: row.changes }
    default:
      return { line, action, reason: row.reason, cells }
  }
}

const doorOf = ({ street_address, postcode }: { street_address: string; postcode: string }) =>
  [street_address, postcode].filter(Boolean).join(', ')
