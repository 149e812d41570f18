import { HOLD_WORDS } from '#domain/access/hold-words.ts'
import type { TokenPermission } from '#domain/access/permissions.ts'
import type { Role } from '#domain/access/roles.ts'
import { SALE_OUTCOME_WORDS } from '#domain/after-signature/outcome-words.ts'
import { fieldsInWords } from '#domain/evidence/finding-words.ts'
import { formatWhole } from '#domain/kernel/thousands.ts'
import { ACTIONS } from '#domain/lead-files/actions.ts'
import { countsInWords } from '#domain/lead-files/counts-in-words.ts'
import { STATUS_NAMES } from '#domain/opportunity/status-names.ts'
import { dayInWords, monthInWords } from '#domain/premises/in-words.ts'
import { LIFT_REASON_WORDS, REGISTER_REASON_WORDS, SCOPE_NAMES } from '#domain/street/register-words.ts'
import type { ActDetails, ActListed, Verb } from '#protocol/audit.ts'
import type { DealtWithEntry } from '#protocol/office-lists.ts'
import { countOf } from '../../../ui/wording.ts'
import { KIND_NAMES } from '../data/data-words.ts'
import { deliveryWays } from '../delivery-ways.ts'
import { ROLE_NAMES } from '../people/role-words.ts'
import { permissionsInWords } from '../tokens/permission-words.ts'
import { VERB_NAMES } from './verb-names.ts'

/** The words for each kind of entry that the office deals with. */
const ENTRIES: Record<DealtWithEntry['kind'], string> = {
  documents: 'documents not yet given',
  'do-not-knock': 'sale at a door on the do-not-knock register',
  cancelled: 'cancellation by the customer',
  disputed: 'a customer says something is not right',
}
const NAMES: Record<string, string> = {
  ...STATUS_NAMES,
  ...SALE_OUTCOME_WORDS,
  ...KIND_NAMES,
  ...VERB_NAMES,
  ...SCOPE_NAMES,
  ...REGISTER_REASON_WORDS,
  ...LIFT_REASON_WORDS,
  ...HOLD_WORDS,
}

/** Returns what or whom an act concerned, in a few words; empty if its name says everything. */
export function detailsInWords({ verb, object_id, object_name, details }: ActListed): string {
  if (verb === 'sales-exported') return firstUpper(salesExported(details, object_name))
  const words = WORDS[verb]?.(details, object_id) ?? inOrder(Object.values(details).map(named))
  // Keeps the name as it is: `n8n` starts with a small letter.
  return object_name === null ? firstUpper(words) : inOrder([object_name, words])
}

const WORDS: Partial<Record<Verb, (details: ActDetails, objectId: string | null) => string>> = {
  'deliveries-retried': retried,
  'leads-imported': (details) => {
    const counts = Object.fromEntries(ACTIONS.map((action) => [action, numberOf(details[action])]))
    return countsInWords(counts as Parameters<typeof countsInWords>[0])
  },
  'customer-corrected': ({ fields }) => fieldsInWords(textOf(fields).split(' ')).replaceAll('customer ', ''),
  'dealt-with': entry,
  'opened-again': entry,
  'register-exported': ({ state, ...rest }) =>
    filtered({ state: state === 'active' ? 'in force' : (state ?? 'all'), ...rest }),
  'audit-exported': filtered,
  'document-downloaded': ({ version }) => `version ${textOf(version)}`,
  'sale-released': ({ hold }) => named(hold),
  'person-invited': ({ opens }) => (opens === 'phone' ? 'to enrol a phone' : 'to sign in'),
  'person-changed': ({ role, status }) =>
    inOrder([
      role === undefined ? '' : `now ${ROLE_NAMES[textOf(role) as Role].toLowerCase()}`,
      status === undefined ? '' : status === 'active' ? 'resumed' : textOf(status),
      role === undefined && status === undefined ? 'renamed' : '',
    ]),
  'token-made': ({ permissions }) =>
    firstLower(permissionsInWords(textOf(permissions).split(' ') as TokenPermission[])),
  'areas-saved': ({ count }) => countOf(numberOf(count), 'area'),
  'area-deleted': (_details, objectId) => objectId ?? '',
  'data-imported': ({ kind, month, rows }) =>
    inOrder([named(kind), month ? monthInWords(textOf(month)) : '', countOf(numberOf(rows), 'row')]),
  'person-erased': ({ sales, leads, copies }) =>
    inOrder([
      countOf(numberOf(sales), 'sale'),
      countOf(numberOf(leads), 'lead'),
      numberOf(copies) > 0 ? `${formatWhole(numberOf(copies))} copies of earlier details` : '',
    ]),
}

function entry({ kind }: ActDetails): string {
  return ENTRIES[textOf(kind) as DealtWithEntry['kind']] ?? named(kind)
}

/** Describes a retry. If there were too many deliveries for one part, the act has no count. */
function retried({ target, state, count }: ActDetails): string {
  const where = deliveryWays(textOf(target))
  if (count === 0) return `sending ${where} resumed`
  const what =
    typeof count === 'number'
      ? `${formatWhole(count)} ${count === 1 ? 'delivery' : 'deliveries'}`
      : 'deliveries'
  return inOrder([`${what} ${where}`.trim(), state === undefined ? '' : `all ${textOf(state)}`])
}

/**
 * Returns which sales were exported. A status and an outcome are both named `cancelled`, so the status is spelt out.
 */
function salesExported({ status, owner, phone, ...rest }: ActDetails, objectName: string | null): string {
  const terms = filtered({
    status: status === 'cancelled' ? 'Cancelled by the customer' : (status ?? 'all'),
    ...rest,
  })
  return inOrder([
    terms,
    owner ? `of ${objectName ?? 'one agent'}` : '',
    phone ? `of ${(!owner && objectName) || 'one phone'}` : '',
  ])
}

/** Returns the filters of an export, in words. */
function filtered({ from, to, has_search, has_sale, sort: _, ...terms }: ActDetails): string {
  const dayOf = (word: string, day: ActDetails[string] | undefined) =>
    day ? `${word} ${dayInWords(textOf(day))}` : ''
  return inOrder([
    ...Object.values(terms).map(named),
    has_sale === true ? 'of one sale' : '',
    dayOf('from', from),
    dayOf('to', to),
    has_search === true ? 'found by a search' : '',
  ])
}

const named = (term: ActDetails[string] | undefined): string =>
  term === 'all' ? '' : (NAMES[textOf(term)] ?? textOf(term).replaceAll('-', ' '))

const textOf = (value: ActDetails[string] | undefined) => String(value ?? '')
const numberOf = (value: ActDetails[string] | undefined) => Number(value ?? 0)
const inOrder = (words: readonly string[]) => words.filter((word) => word !== '').join(', ')
const firstLower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const firstUpper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
