import { type Answer, failWith } from '../http/problem.ts'

/** The client's preferences for its answer. */
export type Preferences = {
  returning: 'minimal' | 'headers-only' | 'representation'
  countAll: boolean
  onDuplicate: 'merge' | 'ignore' | undefined
  /** The max rows that an update may change. May be infinite. */
  maxRows: number
  /** The preferences that the answer follows, for the header `Preference-Applied`. May be empty. */
  applied: string
}

const NUMBER = /^\d{1,15}$/
/** In the order of `Preference-Applied`. A missing value in a row is always the default, and moments are always UTC. */
const KNOWN: Record<string, RegExp> = {
  resolution: /^(merge|ignore)-duplicates$/,
  missing: /^default$/,
  return: /^(minimal|headers-only|representation)$/,
  count: /^(exact|planned|estimated)$/,
  tx: /^commit$/,
  handling: /^(strict|lenient)$/,
  timezone: /^UTC$/,
  'max-affected': NUMBER,
}
const FOR_WRITES = ['resolution', 'missing', 'return']

/**
 * Parses the header `Prefer`. The first value of a name counts. As in PostgREST, ignores unknown preferences unless
 * handling is strict. Always refuses a rollback, because the client must not mistake a write for a trial.
 */
export function parsePreferences(header = '', isWrite = true): Answer<Preferences> {
  const items = header
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
  const unknown = items.filter((item) => !isKnown(item))
  const refused = items.includes('handling=strict')
    ? unknown
    : unknown.filter((item) => item === 'tx=rollback')
  if (refused.length > 0) return failWith('PGRST122', `Not known: ${refused.join(', ').slice(0, 100)}`)
  const given = new Map(
    items
      .filter(isKnown)
      .reverse()
      .map((item) => item.split('=') as [string, string]),
  )
  const maxRows = given.get('handling') === 'strict' ? given.get('max-affected') : undefined
  return {
    ok: true,
    value: {
      returning: (given.get('return') as Preferences['returning']) ?? 'minimal',
      countAll: given.has('count'),
      onDuplicate: given.get('resolution')?.split('-')[0] as Preferences['onDuplicate'],
      // As in PostgREST, `max-affected` counts only with strict handling.
      maxRows: maxRows ? Number(maxRows) : Number.POSITIVE_INFINITY,
      applied: appliedOf(given, isWrite),
    },
  }
}

function isKnown(item: string): boolean {
  const [name = '', value = ''] = item.split('=')
  return Object.hasOwn(KNOWN, name) && KNOWN[name]?.test(value) === true
}

/** Returns the value of `Preference-Applied`. Rows are always counted exactly. */
function appliedOf(given: ReadonlyMap<string, string>, isWrite: boolean): string {
  const isStrict = given.get('handling') === 'strict'
  return Object.keys(KNOWN)
    .filter((name) => given.has(name) && name !== 'tx' && (isStrict || name !== 'max-affected'))
    .filter((name) => isWrite || !FOR_WRITES.includes(name))
    .map((name) => (name === 'count' ? 'count=exact' : `${name}=${given.get(name)}`))
    .join(', ')
}

/** The rows to return. `limit` may be infinite. */
export type Range = { limit: number; offset: number }

/** Parses the header `Range`, such as `0-24` or `50-`. Any other form means no range. */
export function parseRange(header = ''): Answer<Range> {
  const [, first, last] = /^(\d{1,15})-(\d{1,15})?$/.exec(header.trim()) ?? []
  if (!first) return { ok: true, value: { limit: Number.POSITIVE_INFINITY, offset: 0 } }
  const limit = last ? Number(last) - Number(first) + 1 : Number.POSITIVE_INFINITY
  return limit > 0 ? { ok: true, value: { limit, offset: Number(first) } } : failWith('PGRST103')
}
