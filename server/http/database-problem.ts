import { type OpportunityRule, RULE_SENTENCES } from '#domain/opportunity/rules.ts'
import { PROBLEMS, type ProblemCode } from '#protocol/problems.ts'
import { type Problem, problemOf, ruleProblem } from './problem.ts'

/**
 * Temporary errors: connections (08), resources (53), shutdowns (57P), failovers (25006), lost races (40) and timeouts.
 * Every FATAL error is temporary too, because it concerns the connection and not the query, and so is every network or
 * TLS error.
 */
const PASSING_CODE = /^(08...|53...|57P0.|25006|40001|40P01|55P03|57014)$/
const NETWORK_CODE =
  /^((ECONN|EHOST|ENET|EAI_)\w+|EPIPE|EPROTO|ETIMEDOUT|ENOTFOUND|ERR_(TLS|SSL)_\w+|\w*CERT\w*|UNABLE_TO_\w+)$/
const PASSING_MESSAGE =
  /Connection terminated|Client was closed|timeout exceeded when trying to connect|Client has encountered a connection error|PGlite is clos|Cannot use a pool after|driver has already been destroyed|Query read timeout|SSL connection/

/** The database is available, but other sessions held too long what the call needs, or there was a deadlock. */
const LOST_RACE = ['40001', '40P01', '55P03']

/** What an operator should do if PostgreSQL reports 53100. The phones retry meanwhile. */
export const DISK_IS_FULL = 'The disk of the database is full. Free up some space, then try again.'

/** The value does not fit its column (22) or is too long for an index (54). */
const VALUE_CODE = /^(22|54)/

/**
 * Returns the problem to show a client for an error of the database, or undefined if the error is a bug of ours. Keeps
 * only codes and constraint names from the database's own words, because the rest may contain personal data.
 */
export function databaseProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (LOST_RACE.includes(code)) return problemOf('too-busy')
  if (code === '53100') return problemOf('database-unavailable', DISK_IS_FULL)
  if (isDatabaseAway(error)) return problemOf('database-unavailable')
  if (code === '23514') return brokenConstraint('constraint' in error ? String(error.constraint) : code)
  if (isProblemCode(code)) return problemOf(code)
  if (!VALUE_CODE.test(code)) return undefined
  const wrongValue = problemOf('22P02')
  return { ...wrongValue, body: { ...wrongValue.body, code } }
}

/** Codes that mean something else for a read: a cast, an answer that is too large, or a read that takes too long. */
const READ_PROBLEMS: Record<string, ProblemCode> = {
  '42846': '42846',
  '53200': 'answer-too-large',
  '54000': 'answer-too-large',
  '57014': 'read-too-slow',
}

/** Returns the problem for an error of a read, or undefined if the error is a bug of ours. */
export function readProblem(error: unknown): Problem | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const own = READ_PROBLEMS[code]
  return own ? problemOf(own) : databaseProblem(error)
}

/** Returns true if the database cannot be reached at the moment, whatever the query. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isConnecting = 'syscall' in error && error.syscall === 'connect'
  const isFatal = 'severity' in error && ['FATAL', 'PANIC'].includes(String(error.severity))
  const code = 'code' in error ? String(error.code) : ''
  const isPassing = PASSING_CODE.test(code) || NETWORK_CODE.test(code)
  return isConnecting || isFatal || isPassing || PASSING_MESSAGE.test(error.message)
}

/**
 * Returns the line for an operator if the database denies our role what the job needs, or undefined for any other
 * error.
 */
export function missingRights(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && error.code === '42501')
    return `The role of DATABASE_URL lacks rights: ${error.message}. Let it own the database and what is in it.`
  return missingRights(error.cause)
}

function brokenConstraint(rule: string): Problem {
  const sentence =
    RULE_SENTENCES[rule as OpportunityRule] ?? `A rule was broken: ${rule.replaceAll('_', ' ')}.`
  return ruleProblem({ rule, sentence })
}

const isProblemCode = (code: string): code is ProblemCode => /^2\d\w{3}$/.test(code) && code in PROBLEMS
