import { Readable } from 'node:stream'
import type { Columns } from '#domain/lead-files/match-columns.ts'
import type { LeadImport } from '#protocol/lead-files.ts'
import { MAX_ROWS_ON_A_PHONE } from '#protocol/territory.ts'
import type { Db } from '../db/schema.ts'
import { listAreas } from '../territory/tallies.queries.ts'
import type { FilePlan } from './plan-file.ts'

const ROWS_A_PIECE = 500

/** Returns the answer with a plan. */
export async function toLeadImport(
  db: Db,
  { plan, header, columns }: { plan: FilePlan; header: readonly string[]; columns: Columns },
): Promise<LeadImport> {
  return {
    hash: plan.rests[0] ?? '',
    ...plan.counts,
    columns: header.map((name, place) => ({ name, field: columns[place] ?? null })),
    warnings: [...warnOfColumns(columns), ...(await warnOfAreas(db, plan))],
    rows: plan.rows,
  }
}

/** A row needs at least one of these fields to identify a door. */
const DOOR_FIELDS: Columns = ['id', 'crm_contact_id', 'uprn', 'uprn_text', 'street_address']

function warnOfColumns(columns: Columns): string[] {
  if (columns.some((field) => DOOR_FIELDS.includes(field))) return []
  return [
    'No column holds an address. Name one column Address and one Postcode, and separate cells with commas, semicolons or tabs.',
  ]
}

/** Warns of the areas that outgrow a phone. */
async function warnOfAreas(db: Db, { newInAreas }: FilePlan): Promise<string[]> {
  if (newInAreas.size === 0) return []
  const known = new Map((await listAreas(db, {})).map(({ area, leads }) => [area, leads]))
  return [...newInAreas].flatMap(([area, added]) => {
    const leads = (known.get(area) ?? 0) + added
    if (leads <= MAX_ROWS_ON_A_PHONE) return []
    const name = area === '' ? 'Leads without an area' : `The area ${area}`
    return [`${name} would have ${leads} leads. A phone holds at most ${MAX_ROWS_ON_A_PHONE} of one area.`]
  })
}

/** Yields the JSON of an import in pieces, so that a long one does not delay other requests. */
export const toJsonPieces = (answer: LeadImport): Readable => Readable.from(piecesOf(answer))

function* piecesOf({ rows, ...rest }: LeadImport): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"rows":[`
  for (let start = 0; start < rows.length; start += ROWS_A_PIECE) {
    const piece = JSON.stringify(rows.slice(start, start + ROWS_A_PIECE)).slice(1, -1)
    yield start === 0 ? piece : `,${piece}`
  }
  yield ']}'
}
