import type { RawBuilder, SqlBool } from 'kysely'
import { accept, type Decision } from '#domain/kernel/refusal.ts'
import { type AgentFields, NOTHING_YET, type Opportunity } from '#domain/opportunity/opportunity.ts'
import { decideDoorOfNewSale, decideLeadOfNewSale, type OpportunityRule } from '#domain/opportunity/rules.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { findDoorOfSale, type PlaceOfSale } from '../street/register/door-of-sale.queries.ts'
import { allOrNothing } from './all-or-nothing.ts'
import { type FoundSale, findSale, lockSale, lockSales, type StoredSale } from './opportunities.queries.ts'
import { planWrite, type SaleChange } from './plan-write.ts'
import { type SaleWriter, writerIn } from './sale-writer.ts'
import type { SaleWrite } from './write-sales.queries.ts'

/** The result of a write: applied now, applied before by the same call, or not applied because the sale is newer. */
export type Written = {
  how: 'created' | 'updated' | 'repeated' | 'outdated' | 'existing'
  /** 201 for a creation and its repeats. */
  status: 200 | 201
  sale: Opportunity
  /** The revision that was written now; undefined if nothing was. */
  revision?: number
}

/** The result of the writes, or the rule that refused them. If a rule refused, nothing was written. */
export type WriteDecision = Decision<Written[], OpportunityRule>

/** Receives each sale as it is written, so that we need not retain it. Returns false if the answer is full. */
export type Take = (written: Written) => boolean

/** Says whether anything changed, or why nothing was written: a rule, or no room for the answer. */
export type ManyDecision = Decision<{ isChanged: boolean }, OpportunityRule> | { ok: false; hasNoRoom: true }

export type OnDuplicate = 'keep' | 'merge'

type SaleContext = Pick<Context, 'db' | 'changeFeed' | 'recentSales' | 'saleWriter'>
/** A place to read and write sales: a transaction, or the database itself. */
type Store = { db: Db; saleWriter: Pick<SaleWriter, 'write'> }
type OneDecision = Decision<Written, OpportunityRule>

/** The number of tries before we lock a sale that others write at the same instant. */
const OPTIMISTIC_TRIES = 3

/** Creates a sale, usually in one statement. If the sale already exists, returns it unchanged. */
export async function createOpportunity(context: SaleContext, change: SaleChange): Promise<WriteDecision> {
  return announce(context, remember(context, listOf(await create(context, change, 'keep')), change.sequence))
}

/** Creates sales, all or none. Returns a sale that already exists unchanged, or updates it by the rules (`merge`). */
export async function createOpportunities(
  context: SaleContext,
  changes: readonly SaleChange[],
  onDuplicate: OnDuplicate,
  take: Take,
): Promise<ManyDecision> {
  const decision = await allOrNothing(context.db, (tx) =>
    oneAfterAnother(changes, (change) => create(storeIn(tx), change, onDuplicate), take),
  )
  return announceMany(context, decision)
}

/**
 * Updates the sale of a session. Tries a guess without a read first, then compare-and-set up to three times, and
 * finally a lock. Writes nothing if there is no such sale.
 */
export async function updateOpportunity(context: SaleContext, change: SaleChange): Promise<WriteDecision> {
  const guessed = await updateByGuess(context, change)
  if (guessed) return announce(context, remember(context, listOf(guessed), change.sequence))
  for (let tries = 0; tries < OPTIMISTIC_TRIES; tries++) {
    const decision = await update(context, change)
    if (decision !== 'lost') return announce(context, remember(context, listOf(decision), change.sequence))
  }
  const inTurn = async (tx: Db) => listOf(await updateLocked(tx, change))
  return announce(context, await allOrNothing(context.db, inTurn))
}

/** Updates the sale of a session under a lock. If it was updated, runs `beside` in the same transaction. */
export async function updateBeside(
  context: SaleContext,
  change: SaleChange,
  beside: (tx: Db) => Promise<void>,
): Promise<WriteDecision> {
  const both = async (tx: Db) => {
    const decision = await updateLocked(tx, change)
    if (decision?.ok) await beside(tx)
    return listOf(decision)
  }
  return announce(context, await allOrNothing(context.db, both))
}

/**
 * Updates every sale for which the condition holds, each by the rules, all or none. If it finds more or fewer than
 * `expected`, writes nothing and returns how many (it stops counting at one too many).
 */
export async function updateOpportunities(
  context: SaleContext,
  where: RawBuilder<SqlBool>,
  change: { values: Partial<AgentFields>; requestId: string },
  expected: { least: number; most: number },
  take: Take,
): Promise<ManyDecision | { ok: false; found: number }> {
  const decision = await allOrNothing(context.db, async (tx) => {
    const sessions = await lockSales(tx, where, expected.most + 1)
    const found = sessions.length
    if (found < expected.least || found > expected.most) return { ok: false as const, found }
    const update = (session_id: string) =>
      updateLocked(tx, { ...change, values: { ...change.values, session_id } })
    return oneAfterAnother(sessions, update, take)
  })
  return 'found' in decision ? decision : announceMany(context, decision)
}

const storeIn = (tx: Db): Store => ({ db: tx, saleWriter: writerIn(tx) })

async function create(store: Store, change: SaleChange, onDuplicate: OnDuplicate): Promise<OneDecision> {
  const merged = onDuplicate === 'merge' ? await updateLocked(store.db, change) : undefined
  if (merged) return merged
  const plan = planWrite(undefined, change)
  if (!plan.ok) return plan
  const created = await store.saleWriter.write(ifDoorIsFree(undefined, plan.value, change))
  if (created) return accept({ how: 'created', status: 201, ...created })
  const existing = await findExisting(store, change, onDuplicate)
  return existing ?? createAtDoor(store, plan.value, change, onDuplicate)
}

/** Creates a sale whose door may be on the register. The same sale may also arrive twice at the same moment. */
async function createAtDoor(
  store: Store,
  plan: SaleWrite,
  change: SaleChange,
  onDuplicate: OnDuplicate,
): Promise<OneDecision> {
  const atDoor = await decideAtDoor(store, undefined, plan, change)
  const created = atDoor.ok ? await store.saleWriter.write(atDoor.value) : undefined
  if (created) return accept({ how: 'created', status: 201, ...created })
  const existing = await findExisting(store, change, onDuplicate)
  if (existing) return existing
  if (!atDoor.ok) return atDoor
  throw new Error('A sale that exists cannot be found.')
}

/** Finds the answer to a creation if the sale already exists, even if that sale has won the lead. */
async function findExisting(
  { db }: Store,
  change: SaleChange,
  onDuplicate: OnDuplicate,
): Promise<OneDecision | undefined> {
  const merged = onDuplicate === 'merge' ? await updateLocked(db, change) : undefined
  if (merged) return merged
  const existing = await findSale(db, change.values.session_id, change.sequence)
  if (!existing) return undefined
  return accept(
    answeredBefore(existing, change.sequence) ?? { how: 'existing', status: 200, sale: existing.sale },
  )
}

/**
 * Returns the door and address to check against the register, or undefined if no check is needed. A write needs it if
 * it wins the sale, or if it starts or moves a sale without a signature.
 */
function placeToAsk(
  before: StoredSale | undefined,
  { wins, leadId }: SaleWrite,
  { values, isSigned }: SaleChange,
): PlaceOfSale | undefined {
  const { lead_id, customer_location, status } = before?.sale ?? NOTHING_YET
  const place = { leadId: leadId ?? lead_id, location: values.customer_location ?? customer_location }
  const moves = place.leadId !== lead_id || place.location !== customer_location
  return wins || (moves && !isSigned && status !== 'closed-won') ? place : undefined
}

/** Returns the write in the form that we try first. Its statement also checks the door, which saves a read. */
const ifDoorIsFree = (before: StoredSale | undefined, plan: SaleWrite, change: SaleChange): SaleWrite => ({
  ...plan,
  freeDoor: placeToAsk(before, plan, change),
})

/**
 * Decides a write at its door. If the sale is won at a door on the register, it is flagged. A sale without a signature
 * may not start there, nor for a won lead. Numbered calls are exempt from the latter rule: a phone may not know that
 * the lead is won, and the signature that follows must not be lost.
 */
async function decideAtDoor(
  { db }: Pick<Store, 'db'>,
  before: StoredSale | undefined,
  plan: SaleWrite,
  change: SaleChange,
): Promise<Decision<SaleWrite, OpportunityRule>> {
  const place = placeToAsk(before, plan, change)
  if (!place) return accept(plan)
  const { status, entry } = await findDoorOfSale(db, place)
  if (plan.wins) return accept({ ...plan, entryId: entry?.id })
  const isNew = before === undefined && change.sequence === undefined
  const lead = isNew ? decideLeadOfNewSale(status) : accept(true as const)
  const decision = lead.ok ? decideDoorOfNewSale(entry !== undefined) : lead
  return decision.ok ? accept(plan) : decision
}

/** Updates a sale by a guess. Returns undefined if there is no guess or it was wrong. The sale must then be read. */
async function updateByGuess(
  { recentSales, saleWriter }: SaleContext,
  change: SaleChange,
): Promise<OneDecision | undefined> {
  const guess = recentSales.find(change.values.session_id, change.sequence)
  if (!guess || lacksCallBefore(guess, change)) return undefined
  const plan = planWrite(guess, change)
  const updated = plan.ok ? await saleWriter.write(ifDoorIsFree(guess, plan.value, change)) : undefined
  return updated && accept({ how: 'updated', status: 200, ...updated })
}

/**
 * Reads and updates a sale. Returns undefined if there is no such sale or it lacks an earlier call, and `lost` if
 * another write came first.
 */
async function update(
  { db, saleWriter }: Store,
  change: SaleChange,
): Promise<OneDecision | 'lost' | undefined> {
  const { values, sequence } = change
  const found = await findSale(db, values.session_id, sequence)
  if (!found) return undefined
  const before = answeredBefore(found, sequence)
  if (before) return accept(before)
  if (lacksCallBefore(found, change)) return undefined
  const plan = planWrite(found, change)
  const atDoor = plan.ok ? await decideAtDoor({ db }, found, plan.value, change) : plan
  if (!atDoor.ok) return atDoor
  const updated = await saleWriter.write(atDoor.value)
  return updated ? accept({ how: 'updated', status: 200, ...updated }) : 'lost'
}

/** Does the same in a transaction that locks the sale. If there is no sale to lock, one may still appear at once. */
async function updateLocked(tx: Db, change: SaleChange): Promise<OneDecision | undefined> {
  if (!(await lockSale(tx, change.values.session_id))) return undefined
  const decision = await update(storeIn(tx), change)
  if (decision === 'lost') throw new Error('A locked sale was written by another process.')
  return decision
}

/** Returns the answer to a numbered call if it was applied before, or if it arrives after a later call of its sale. */
function answeredBefore(found: FoundSale, sequence: number | undefined): Written | undefined {
  if (sequence === undefined) return undefined
  if (found.call) return { how: 'repeated', ...found.call }
  const isOutdated = found.lastSequence !== null && found.lastSequence > sequence
  return isOutdated ? { how: 'outdated', status: 200, sale: found.sale } : undefined
}

/**
 * Returns true if the sale was restored to a time before the write that this one follows. We know only if the write has
 * a number.
 */
const lacksCallBefore = (
  { lastSequence }: { lastSequence: number | null | undefined },
  { follows }: SaleChange,
) => follows !== undefined && lastSequence !== null && (lastSequence ?? 0) < follows

async function oneAfterAnother<Item>(
  items: readonly Item[],
  write: (item: Item) => Promise<OneDecision | undefined>,
  take: Take,
): Promise<ManyDecision> {
  let isChanged = false
  for (const item of items) {
    const decision = await write(item)
    if (!decision) continue
    if (!decision.ok) return decision
    if (!take(decision.value)) return { ok: false, hasNoRoom: true }
    isChanged ||= isChange(decision.value)
  }
  return accept({ isChanged })
}

const listOf = (decision: OneDecision | undefined): WriteDecision =>
  decision?.ok === false ? decision : accept(decision ? [decision.value] : [])

/** Remembers, after the commit, what was written for the next call of the same sale. */
function remember(
  { recentSales }: SaleContext,
  decision: WriteDecision,
  sequence: number | undefined,
): WriteDecision {
  for (const { sale, revision } of decision.ok ? decision.value : [])
    if (revision !== undefined) recentSales.remember({ sale, revision }, sequence)
  return decision
}

/** Wakes the change feed after the commit. The push falls due a moment later, so the worker's poll finds it. */
function announce(context: SaleContext, decision: WriteDecision): WriteDecision {
  if (decision.ok && decision.value.some(isChange)) context.changeFeed.wake()
  return decision
}

/** Does the same for several sales. */
function announceMany(context: SaleContext, decision: ManyDecision): ManyDecision {
  if (decision.ok && decision.value.isChanged) context.changeFeed.wake()
  return decision
}

const isChange = ({ how }: Written) => how === 'created' || how === 'updated'
