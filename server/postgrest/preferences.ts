import { type Answer, failWith } from '../http/problem.ts'

/** What a client would like of an answer. */
export type Preferences = {
  returning: 'minimal' | 'headers-only' | 'representation'
  countAll: boolean
  onDuplicate: 'merge' | 'ignore' | undefined
  /** The most rows that an update may change; may be infinite. */
  mostRows: number
}

/** Reads the header `Prefer`. What we do not know of is passed over, as PostgREST does. */
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
    // As with PostgREST a client that is lenient means no limit by it.
    mostRows: most && given.has('handling=strict') ? Number(most) : Number.POSITIVE_INFINITY,
  }
}

/** Whether the client wants the one row itself instead of a list, from the header `Accept`; parameters are passed over. */
export function parseAccept(header = '*/*'): Answer<{ single: boolean }> {
  const types = header.split(',').map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '')
  const single = types.includes('application/vnd.pgrst.object+json')
  const list = /^(\*\/\*|application\/(\*|json|vnd\.pgrst\.array\+json))$/
  return single || types.some((type) => list.test(type))
    ? { ok: true, value: { single } }
    : failWith('PGRST107')
}

/** Rows to answer with; `limit` may be infinite. */
export type Range = { limit: number; offset: number }

/** Reads the header `Range`, such as `0-24` or `50-`; what is not of that form asks for no range. */
export function parseRange(header = ''): Answer<Range> {
  const [, first, last] = /^(\d{1,15})-(\d{1,15})?$/.exec(header.trim()) ?? []
  if (!first) return { ok: true, value: { limit: Number.POSITIVE_INFINITY, offset: 0 } }
  const limit = last ? Number(last) - Number(first) + 1 : Number.POSITIVE_INFINITY
  return limit > 0 ? { ok: true, value: { limit, offset: Number(first) } } : failWith('PGRST103')
}
