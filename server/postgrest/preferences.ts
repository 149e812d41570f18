import { type Answer, failWith } from '../http/problem.ts'

/** What the client prefers for its answer. */
export type Preferences = {
  returning: 'minimal' | 'headers-only' | 'representation'
  countAll: boolean
  onDuplicate: 'merge' | 'ignore' | undefined
  /** The most rows that an update may change; may be infinite. */
  maxRows: number
}

/** Parses the header `Prefer`. Unknown preferences are ignored, as in PostgREST. */
export function parsePreferences(header = ''): Preferences {
  const given = new Set(header.split(',').map((preference) => preference.trim()))
  const returning = (['representation', 'headers-only'] as const).find((what) => given.has(`return=${what}`))
  const onDuplicate = (['merge', 'ignore'] as const).find((what) =>
    given.has(`resolution=${what}-duplicates`),
  )
  const [, most] = /(?:^|,)\s*max-affected=(\d{1,15})\s*(?:,|$)/.exec(header) ?? []
  return {
    returning: returning ?? 'minimal',
    countAll: ['exact', 'planned', 'estimated'].some((how) => given.has(`count=${how}`)),
    onDuplicate,
    // As in PostgREST, `max-affected` counts only with strict handling.
    maxRows: most && given.has('handling=strict') ? Number(most) : Number.POSITIVE_INFINITY,
  }
}

/**
 * Reads from the header `Accept` whether the client wants the one row itself instead of a list; ignores parameters.
 */
export function parseAccept(header = '*/*'): Answer<{ single: boolean }> {
  const types = header.split(',').map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '')
  const single = types.includes('application/vnd.pgrst.object+json')
  const list = /^(\*\/\*|application\/(\*|json|vnd\.pgrst\.array\+json))$/
  return single || types.some((type) => list.test(type))
    ? { ok: true, value: { single } }
    : failWith('PGRST107')
}

/** Which rows to answer with; `limit` may be infinite. */
export type Range = { limit: number; offset: number }

/** Parses the header `Range`, such as `0-24` or `50-`; any other form means no range. */
export function parseRange(header = ''): Answer<Range> {
  const [, first, last] = /^(\d{1,15})-(\d{1,15})?$/.exec(header.trim()) ?? []
  if (!first) return { ok: true, value: { limit: Number.POSITIVE_INFINITY, offset: 0 } }
  const limit = last ? Number(last) - Number(first) + 1 : Number.POSITIVE_INFINITY
  return limit > 0 ? { ok: true, value: { limit, offset: Number(first) } } : failWith('PGRST103')
}
