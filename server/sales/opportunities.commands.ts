import type { RawBuilder, SqlBool } from 'kysely'
import { accept, type Decision } from '#domain/kernel/refusal.ts'
import { type AgentFields, NOTHING_YET, type Opportunity } from '#domain/opportunity/opportunity.ts'
import { decideDoorOfNewSale, decideLeadOfNewSale, type OpportunityRule } from '#domain/opportunity/rules.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { createDoorFinder, type FindDoor } from '../street/register/door-of-lead.queries.ts'
import { allOrNothing } from './all-or-nothing.ts'
import { type FoundSale, findSale, lockSale, lockSales, type StoredSale } from './opportunities.queries.ts'
import { planWrite, type SaleChange } from './plan-write.ts'
import { type SaleWriter, writerIn } from './sale-writer.ts'
import type { SaleWrite } from './write-sales.queries.ts'

/**
 * The result of a write: applied now, applied before by the same call, or not applied because the sale is past it.
 */
export type Written = {
  how: 'created' | 'updated' | 'repeated' | 'outdated' | 'existing'
  /** 201 for a creation and its repeats. */
  status: 200 | 201
  sale: Opportunity
  /** Of what was written now. */
  revision?: number
}

/** What was written, or the rule that refused it; then nothing was written. */
export type WriteDecision = Decision<Written[], OpportunityRule>

/** Receives each sale as it is written, so it need not be retained; returns false if the answer is full. */
export type Take = (written: Written) => boolean

/** Whether anything changed, or why nothing was written: a rule, or no room for the answer. */
export type ManyDecision = Decision<{ isChanged: boolean }, OpportunityRule> | { ok: false; hasNoRoom: true }

export type OnDuplicate = 'keep' | 'merge'

type SaleContext = Pick<Context, 'db' | 'changeFeed' | 'findDoor' | 'recentSales' | 'saleWriter'>
/** Where sales are read and written: a transaction, or the database itself. */
type Store = { db: Db; findDoor: FindDoor; saleWriter: Pick<SaleWriter, 'write'> }
type OneDecision = Decision<Written, OpportunityRule>

/** Tries before a sale that others write at the same instant is locked instead. */
const OPTIMISTIC_TRIES = 3

/** Creates a sale in one statement. If it exists already, returns it unchanged. */
export async function createOpportunity(context: SaleContext, change: SaleChange): Promise<WriteDecision> {
  return announce(context, remember(context, listOf(await create(context, change, 'keep')), change.sequence))
}

/**
 * Creates sales, all or none. A sale that exists already is returned unchanged, or updated by the rules (`merge`).
 */
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
 * Updates the sale of a session in one statement, after at most one read; writes nothing if there is no such sale.
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

/**
 * Updates every sale for which the condition holds, each by the rules, all or none. If more or fewer than
 * `expected` are found, writes nothing and returns how many (counting stops at one too many).
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

const storeIn = (tx: Db): Store => ({ db: tx, findDoor: createDoorFinder(tx), saleWriter: writerIn(tx) })

async function create(store: Store, change: SaleChange, onDuplicate: OnDuplicate): Promise<OneDecision> {
  const { values, sequence } = change
  const merge = async () => (onDuplicate === 'merge' ? updateLocked(store.db, change) : undefined)
  const merged = await merge()
  if (merged) return merged
  const plan = await planAtDoor(store, undefined, change)
  if (!plan.ok) return plan
  const lead = await decideLead(store, change)
  if (!lead.ok) return lead
  const created = await store.saleWriter.write(plan.value)
  if (created) return accept({ how: 'created', status: 201, ...created })
  const mergedAfterAll = await merge()
  if (mergedAfterAll) return mergedAfterAll
  const existing = await findSale(store.db, values.session_id, sequence)
  if (!existing) throw new Error('A sale that exists cannot be found.')
  return accept(answeredBefore(existing, sequence) ?? { how: 'existing', status: 200, sale: existing.sale })
}

/**
 * Refuses to start a sale for a lead that is won, or at a door on the register, unless the customer has signed. A phone
 * says so of the register; of a won lead it may not know, so its numbered calls are exempt: the signature that
 * follows must not be lost.
 */
async function decideLead(
  { db, findDoor }: Store,
  { values, sequence, isSigned }: SaleChange,
): Promise<Decision<true, OpportunityRule>> {
  const place = { leadId: values.lead_id ?? null, location: values.customer_location ?? null }
  if (isSigned || !(place.leadId || place.location) || values.status === 'closed-won') return accept(true)
  const door = await findDoor(place)
  const status = sequence === undefined ? decideLeadOfNewSale(door.status) : accept(true as const)
  const decision = status.ok ? decideDoorOfNewSale(door.entry !== undefined) : status
  // A repeated creation returns the existing sale, even if that sale has won the lead.
  const exists = !decision.ok && (await findSale(db, values.session_id)) !== undefined
  return exists ? accept(true) : decision
}

/**
 * Plans a write. A sale that is won at a door on the register is flagged with it, and an unsigned one cannot move there.
 */
async function planAtDoor(
  { findDoor }: Pick<Store, 'findDoor'>,
  before: StoredSale | undefined,
  change: SaleChange,
): Promise<Decision<SaleWrite, OpportunityRule>> {
  const plan = planWrite(before, change)
  if (!plan.ok) return plan
  const { wins, leadId } = plan.value
  const { lead_id, customer_location, status } = before?.sale ?? NOTHING_YET
  const place = { leadId: leadId ?? lead_id, location: change.values.customer_location ?? customer_location }
  const isMoved = place.leadId !== lead_id || place.location !== customer_location
  const moves = before !== undefined && isMoved && !change.isSigned && status !== 'closed-won'
  if (!wins && !moves) return plan
  const door = await findDoor(place)
  if (wins) return accept({ ...plan.value, entryId: door.entry?.id })
  const decision = decideDoorOfNewSale(door.entry !== undefined)
  return decision.ok ? plan : decision
}

/** Returns nothing if there is no guess or if it was wrong; then the sale must be read. */
async function updateByGuess(
  { findDoor, recentSales, saleWriter }: SaleContext,
  change: SaleChange,
): Promise<OneDecision | undefined> {
  const guess = recentSales.find(change.values.session_id, change.sequence)
  if (!guess || lacksCallBefore(guess, change)) return undefined
  const plan = await planAtDoor({ findDoor }, guess, change)
  const updated = plan.ok ? await saleWriter.write(plan.value) : undefined
  return updated && accept({ how: 'updated', status: 200, ...updated })
}

/** Returns nothing if there is no such sale or it lacks an earlier call; `lost` if another write came first. */
async function update(
  { db, findDoor, saleWriter }: Store,
  change: SaleChange,
): Promise<OneDecision | 'lost' | undefined> {
  const { values, sequence } = change
  const found = await findSale(db, values.session_id, sequence)
  if (!found) return undefined
  const before = answeredBefore(found, sequence)
  if (before) return accept(before)
  if (lacksCallBefore(found, change)) return undefined
  const plan = await planAtDoor({ findDoor }, found, change)
  if (!plan.ok) return plan
  const updated = await saleWriter.write(plan.value)
  return updated ? accept({ how: 'updated', status: 200, ...updated }) : 'lost'
}

/** The same in a transaction that holds the lock. If there was no sale to lock, one may still appear at once. */
async function updateLocked(tx: Db, change: SaleChange): Promise<OneDecision | undefined> {
  if (!(await lockSale(tx, change.values.session_id))) return undefined
  const decision = await update(storeIn(tx), change)
  if (decision === 'lost') throw new Error('A locked sale was written by another process.')
  return decision
}

/** Returns the answer to a numbered call that was applied before, or that arrives after a later one of its sale. */
function answeredBefore(found: FoundSale, sequence: number | undefined): Written | undefined {
  if (sequence === undefined) return undefined
  if (found.call) return { how: 'repeated', ...found.call }
  const isOutdated = found.lastSequence !== null && found.lastSequence > sequence
  return isOutdated ? { how: 'outdated', status: 200, sale: found.sale } : undefined
}

/**
 * Returns true if the sale was restored to a time before the write that this one follows. Without a number there is
 * no way to know.
 */
const lacksCallBefore = ({ lastSequence }: Pick<FoundSale, 'lastSequence'>, { follows }: SaleChange) =>
  follows !== undefined && lastSequence !== null && lastSequence < follows

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

/** After the commit: remembers what was written for the next call of the same sale. */
function remember(
  { recentSales }: SaleContext,
  decision: WriteDecision,
  sequence: number | undefined,
): WriteDecision {
  for (const { sale, revision } of decision.ok ? decision.value : [])
    if (revision !== undefined) recentSales.remember({ sale, revision }, sequence)
  return decision
}

/** After the commit: wakes the change feed. The push falls due a moment later, so the worker's poll finds it. */
function announce(context: SaleContext, decision: WriteDecision): WriteDecision {
  if (decision.ok && decision.value.some(isChange)) context.changeFeed.wake()
  return decision
}

/** The same for several sales. */
function announceMany(context: SaleContext, decision: ManyDecision): ManyDecision {
  if (decision.ok && decision.value.isChanged) context.changeFeed.wake()
  return decision
}

const isChange = ({ how }: Written) => how === 'created' || how === 'updated'
