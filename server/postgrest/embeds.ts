import { type Answer, failWith } from '../http/problem.ts'
import { LEADS, OPPORTUNITIES, type Table } from './catalogue.ts'
import { conditionOf } from './conditions.queries.ts'
import type { Query, SelectedEmbed } from './query.ts'
import { type Embed, type ShownColumn, selectionOf } from './selection.ts'

/** The hints for the only relationship that we offer: a sale belongs to a lead. */
const HINTS = ['inner', 'left', 'lead_id', 'opportunities_lead_id_fkey']

/** Returns the embedded lead if the query asks for it. Fails if the query asks to embed anything else. */
export function findEmbed(table: Table, query: Query): Answer<Embed | undefined> {
  const [wanted, ...others] = query.select.filter((item) => item.kind === 'embed')
  if (others.length > 0) return failWith('42712')
  const names = wanted ? [wanted.table, wanted.alias] : []
  const named = [...query.order, ...query.embeddedFilters].flatMap(({ embed }) => embed ?? [])
  const unknown = named.find((name) => !names.includes(name))
  if (unknown !== undefined) return failWith('PGRST108', `Not embedded: ${unknown.slice(0, 63)}`)
  if (!wanted) return { ok: true, value: undefined }
  const isKnown = table === OPPORTUNITIES && wanted.table === 'leads'
  return isKnown && wanted.hints.every((hint) => HINTS.includes(hint)) ? leadOf(wanted, query) : noRelation()
}

const noRelation = () => failWith('PGRST200', 'Sales embed leads, by lead_id, and nothing else is embedded.')

function leadOf({ table, alias, hints, select }: SelectedEmbed, query: Query): Answer<Embed> {
  const columns = selectionOf(LEADS, select, noRelation)
  if (!columns.ok) return columns
  const filters = query.embeddedFilters.map(({ filter }) => filter)
  const where = conditionOf(LEADS, filters)
  if (!where.ok) return where
  return {
    ok: true,
    value: {
      names: [table, alias],
      columns: columns.value as ReadonlyMap<string, ShownColumn>,
      where: where.value,
      isInner: hints.includes('inner'),
    },
  }
}
