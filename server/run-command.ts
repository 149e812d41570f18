import type { Contents } from './backup/contents.queries.ts'
import { backUpEmbedded, restoreEmbedded } from './backup/embedded-backup.ts'
import { NotDone } from './backup/not-done.ts'
import { backUpPostgres, restorePostgres } from './backup/postgres-backup.ts'
import { inCallersFolder } from './callers-folder.ts'
import { type Config, configFromEnv } from './config.ts'
import type { Db } from './db/schema.ts'
import { verifySeals } from './documents/verify/verify.ts'
import type { Environment, readEnvironment } from './environment.ts'
import { findDueSales } from './erasure/due-sales.queries.ts'
import { erasePerson, findPerson } from './erasure/person.queries.ts'
import { isDatabaseAway, missingRights } from './http/database-problem.ts'
import { readPeopleOrder } from './identity/cli/people-order.ts'
import { runPeople } from './identity/cli/run-people.ts'
import { readLeadsOrder, runLeads } from './lead-files/cli/run-leads.ts'
import { createLog } from './log.ts'
import { openDoorstep } from './open-doorstep.ts'
import { readDataOrder } from './premises/cli/read-data-order.ts'
import { runData } from './premises/cli/run-data.ts'
import { StartRefused } from './start-refused.ts'
import { createTerminal, type Streams, type Terminal } from './terminal.ts'

const EXIT_BAD_SETTING = 78
const PROGRESS_MS = 10_000
/** The max number of sales that a sentence names. */
const MAX_NAMED = 20
const FLAGS = {
  backup: undefined,
  restore: '--replace',
  erase: '--yes',
  due: undefined,
  verify: undefined,
} as const
const WITHOUT_OBJECT: readonly string[] = ['due', 'verify']
const USAGE = `doorstep backup FILE               saves the database to a new file
doorstep restore FILE [--replace]  restores a backup into an empty database; --replace replaces what is there
doorstep erase WHOM [--yes]        finds a person by email address or phone number; --yes erases what is stored
doorstep due                       lists the sales that RETENTION_YEARS makes due for erasing
doorstep verify                    recomputes all seals and evidence; exits 1 and names the first break
doorstep leads import FILE [--dry-run]  creates and updates leads from a CSV file; --dry-run only says what would happen
doorstep leads export              writes all leads as CSV to standard output
doorstep data import FILE...       loads premises data, a new version of its kind: [--kind=KIND] [--month=YYYY-MM] [--only=AREA,...]
doorstep data list                 lists the versions that are here, and how many rows each has
doorstep data check                lists what is stale or unchecked; exits 1 if anything is
doorstep data drop ID              drops a version; if it was active, the kept one becomes active again
doorstep invite NAME --role=ROLE   prints the address at which a person signs in or enrols a phone; for an agent, lead, office, admin or auditor
doorstep people                    lists the people, their roles and their phones
doorstep phone suspend|resume|wipe ID  changes what an enrolled phone may do; a wiped one first hands in what it has
The kinds are bduk-premises, supplier-eligible, uprn-points and voucher-areas; most files are recognised by their header.
The database is the one in DATABASE_URL or else in DATA_DIR, as set in the environment or a .env file.`

type Order = { verb: keyof typeof FLAGS; object: string; isSure: boolean }

/**
 * Runs the command `doorstep`, with which an operator works on the database. Returns the exit code. An exception is a
 * bug of ours.
 */
export async function runCommand(
  args: string[],
  environment: ReturnType<typeof readEnvironment>,
  streams: Streams,
): Promise<number> {
  const terminal = createTerminal(streams)
  try {
    return await run(args, environment, terminal)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    return fail(terminal, refusal, 1)
  }
}

/**
 * Returns the line to print if an operator can fix the error, or undefined if it is a bug of ours. For an unreadable
 * file or a full disk the system's own message is enough.
 */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof NotDone || error instanceof StartRefused) return error.message
  if (!(error instanceof Error)) return undefined
  if (isDatabaseAway(error))
    return `The database became unavailable: ${error.message}. Run the command again: nothing was left half done.`
  return 'syscall' in error ? error.message : missingRights(error)
}

/** What a command may use once the settings are read. */
type Setting = { config: Config; environment: Environment; terminal: Terminal }

/** The work of a command. Returns the exit code. */
type Work = (setting: Setting) => Promise<number>

async function run(
  args: string[],
  environment: ReturnType<typeof readEnvironment>,
  terminal: Terminal,
): Promise<number> {
  const work = readWork(args)
  if (!work) return fail(terminal, USAGE, EXIT_BAD_SETTING)
  if (!environment.ok) return fail(terminal, environment.failure.sentence, EXIT_BAD_SETTING)
  const config = configFromEnv(environment.value)
  if (!config.ok) return fail(terminal, config.failure.sentence, EXIT_BAD_SETTING)
  return work({ config: config.value, environment: environment.value, terminal })
}

/** Returns the work that the arguments name, or undefined if they make no sense. */
function readWork([verb = '', ...rest]: string[]): Work | undefined {
  if (verb === 'leads') {
    const order = readLeadsOrder(rest)
    return order && (({ config, terminal }) => runLeads(config, order, terminal).then(() => 0))
  }
  if (verb === 'data') {
    const order = readDataOrder(rest)
    return order && (({ config, terminal }) => runData(config, order, terminal))
  }
  if (verb === 'invite' || verb === 'people' || verb === 'phone') {
    const order = readPeopleOrder([verb, ...rest])
    return order && (({ config, terminal }) => runPeople(config, order, terminal).then(() => 0))
  }
  const order = readOrder([verb, ...rest])
  return order && ((setting) => carryOut(order, setting))
}

async function carryOut(order: Order, setting: Setting): Promise<number> {
  const { config, terminal } = setting
  if (order.verb === 'verify') return withDoorstep(config, (db) => verify(db, terminal))
  if (order.verb === 'due') return listDue(config, terminal)
  if (order.verb === 'erase') return withDoorstep(config, (db) => erase(db, order, terminal))
  await keep(keeperOf(setting), order, terminal)
  return 0
}

/** Returns one verb, its object and perhaps its flag, or undefined if the arguments make no sense. */
function readOrder([verb = '', ...rest]: string[]): Order | undefined {
  if (!Object.hasOwn(FLAGS, verb)) return undefined
  const known = verb as Order['verb']
  if (WITHOUT_OBJECT.includes(known))
    return rest.length === 0 ? { verb: known, object: '', isSure: true } : undefined
  const [object, ...others] = rest.filter((word) => word !== FLAGS[known])
  if (!object?.trim() || object.startsWith('-') || others.length > 0) return undefined
  return {
    verb: known,
    object: known === 'erase' ? object : inCallersFolder(object),
    isSure: rest.length > 1,
  }
}

type Keeper = {
  place: string
  backUp(file: string): Promise<Contents>
  restore(file: string, replace: boolean): Promise<Contents>
}

function keeperOf({ config, environment, terminal: { say } }: Setting): Keeper {
  const { databaseUrl: url, dataDir, logLevel } = config
  if (url === undefined)
    return {
      place: dataDir,
      backUp: (file) => backUpEmbedded(dataDir, file),
      restore: (file, replace) => restoreEmbedded({ dataDir, say }, file, replace),
    }
  const source = { url, environment, log: createLog(logLevel), say }
  return {
    place: 'the PostgreSQL database of DATABASE_URL',
    backUp: (file) => backUpPostgres(source, file),
    restore: (file, replace) => restorePostgres(source, file, replace),
  }
}

async function keep(
  { place, backUp, restore }: Keeper,
  { verb, object: file, isSure }: Order,
  { say }: Terminal,
) {
  const isBackup = verb === 'backup'
  say(isBackup ? `Backing up ${place} ...` : `Restoring ${place} ...`)
  const { leads, sales, deliveries } = await (isBackup ? backUp(file) : restore(file, isSure))
  const counted = `${leads} leads, ${sales} sales and ${deliveries} deliveries`
  say(isBackup ? `Done: ${counted} are in ${file}.` : `Done: ${counted} came from ${file}.`)
}

/** Opens a database of this version of Doorstep, runs the work on it and closes it. */
async function withDoorstep<Value>(config: Config, work: (db: Db) => Promise<Value>): Promise<Value> {
  const database = await openDoorstep(config)
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

async function erase(db: Db, { object: whom, isSure }: Order, { say }: Terminal): Promise<number> {
  const { sales, leads, copies } = await (isSure ? erasePerson : findPerson)(db, whom)
  for (const { session_id, status, customer_name } of sales)
    say(`sale ${session_id} (${status}) of ${customer_name || 'a customer without a name'}`)
  for (const { id, street_address } of leads) say(`lead ${id} (${street_address})`)
  for (const { kind, of, name } of copies) say(`${kind} of ${of} that names ${name || 'no one'}`)
  const counted = `${sales.length} sales, ${leads.length} leads and ${copies.length} copies of earlier details`
  say(isSure ? `Erased: ${counted}.` : `Found: ${counted}. Add --yes to erase them for good.`)
  return 0
}

async function listDue(config: Config, terminal: Terminal): Promise<number> {
  const years = config.retentionYears
  if (years === undefined)
    return fail(
      terminal,
      'Set RETENTION_YEARS to the number of years for which sales are kept.',
      EXIT_BAD_SETTING,
    )
  const sales = await withDoorstep(config, (db) => findDueSales(db, years))
  for (const { session_id, status, customer_name, since } of sales)
    terminal.say(
      `sale ${session_id} (${status}) since ${since}, ${customer_name ? `of ${customer_name}` : 'without a name'}`,
    )
  terminal.say(
    sales.length === 0
      ? `No sale is older than ${years} years.`
      : `${sales.length} sales are older than ${years} years. Erase each person with: doorstep erase WHOM.`,
  )
  return 0
}

async function verify(db: Db, terminal: Terminal): Promise<number> {
  const verified = await verifySeals(db, createProgress(terminal))
  if (!verified.ok) return fail(terminal, `Broken: ${verified.failure}.`, 1)
  const { documents, erased, days, events, chains, evidence, agreements, keys, corrected } = verified.value
  terminal.say(`Verified: ${documents} documents (${erased} of them erased) and ${days} day roots.`)
  terminal.say(
    `${events} events in ${chains} chains, ${evidence} evidence, ${agreements} agreements, ${keys} keys.`,
  )
  if (corrected.length > 0) terminal.say(`Corrected after they were sealed: ${inShort(corrected)}.`)
  return 0
}

function inShort(sessionIds: readonly string[]): string {
  const more = sessionIds.length - MAX_NAMED
  const named = sessionIds.slice(0, MAX_NAMED)
  return new Intl.ListFormat('en-GB').format(more > 0 ? [...named, `${more} more`] : named)
}

/** Reports the progress of a long verification to the operator, at most every few seconds. */
function createProgress({ warn }: Terminal): (table: string, rows: number) => void {
  let reportedAt = performance.now()
  return (table, rows) => {
    if (performance.now() - reportedAt < PROGRESS_MS) return
    reportedAt = performance.now()
    warn(`${table}: ${rows} rows so far ...`)
  }
}

function fail({ warn }: Terminal, reason: string, code: number): number {
  warn(reason)
  return code
}
