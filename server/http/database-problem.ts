import { type OpportunityRule, RULE_SENTENCES } from '#domain/opportunity/rules.ts'
import { PROBLEMS, type ProblemCode } from '#protocol/problems.ts'
import { type Problem, problemOf, ruleProblem } from './problem.ts'

/**
 * Connections (08), resources (53), shutdowns (57P), failovers (25006), lost races (40), time-outs: all pass. So does
 * whatever is fatal, as that is about the connection and not about what was asked through it, and what the network and
 * TLS say.
 */
const PASSING_CODE = /^(08...|53...|57P0.|25006|40001|40P01|55P03|57014)$/
const NETWORK_CODE =
  /^((ECONN|EHOST|ENET|EAI_)\w+|EPIPE|EPROTO|ETIMEDOUT|ENOTFOUND|ERR_(TLS|SSL)_\w+|\w*CERT\w*|UNABLE_TO_\w+)$/
const PASSING_MESSAGE =
  /Connection terminated|Client was closed|timeout exceeded when trying to connect|Client has encountered a connection error|PGlite is clos|Cannot use a pool after|driver has already been destroyed|Query read timeout|SSL connection/

/** The database is there: others held for too long what the call needs, or the two waited for each other. */
const LOST_RACE = ['40001', '40P01', '55P03']

/** A value that does not fit its column (22), or is too long for an index (54). */
const VALUE_CODE = /^(22|54)/

/**
 * The problem that an error of the database means to a client; nothing for one that is our own mistake. Of the
 * database's own words only codes and names of constraints are kept: the rest may hold personal data.
 */
export function databaseProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (LOST_RACE.includes(code)) return problemOf('too-busy')
  if (isDatabaseAway(error)) return problemOf('database-unavailable')
  if (code === '23514') return brokenConstraint('constraint' in error ? String(error.constraint) : code)
  if (isProblemCode(code)) return problemOf(code)
  if (!VALUE_CODE.test(code)) return undefined
  const wrongValue = problemOf('22P02')
  return { ...wrongValue, body: { ...wrongValue.body, code } }
}

/** Codes that are about the question, where that is a read: no room for its answer, and no end in time. */
const READ_PROBLEMS: Record<string, ProblemCode> = {
  '53200': 'answer-too-large',
  '54000': 'answer-too-large',
  '57014': 'read-too-slow',
}

/** What an error of the database means in answer to a read. */
export function readProblem(error: unknown): Problem | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const own = READ_PROBLEMS[code]
  return own ? problemOf(own) : databaseProblem(error)
}

/** Whether an error says that the database cannot be asked at the moment, whatever it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isConnecting = 'syscall' in error && error.syscall === 'connect'
  const isFatal = 'severity' in error && ['FATAL', 'PANIC'].includes(String(error.severity))
  const code = 'code' in error ? String(error.code) : ''
  const isPassing = PASSING_CODE.test(code) || NETWORK_CODE.test(code)
  return isConnecting || isFatal || isPassing || PASSING_MESSAGE.test(error.message)
}

/**
 * The line for an operator when the database does not let our role do what has to be done; nothing for another error.
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
