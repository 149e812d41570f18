import { failed, type Result, success } from '../kernel/result.ts'
import { readCell } from './cells.ts'
import { checkValue } from './check-values.ts'
import { type FileField, type FileRow, LEAD_FIELDS, type LeadTexts } from './fields.ts'
import type { Columns } from './match-columns.ts'
import { readUprns } from './read-uprn.ts'

/** What a row says about a lead; empty if it says nothing. Only the id and UPRN have been checked. */
export type GivenLead = LeadTexts & { id: string; status: string }

/** Reads a record with the columns of its file. Blank cells beyond the header do not count. */
export function readRecord(columns: Columns, record: readonly string[], line: number): FileRow {
  const beyond = record.slice(columns.length).some((cell) => cell.trim() !== '')
  if (beyond || record.length < columns.length)
    return { line, values: {}, problem: `The header has ${columns.length} cells, the row ${record.length}` }
  const values: FileRow['values'] = {}
  for (const [place, field] of columns.entries()) {
    if (field !== null) values[field] = readCell(record[place] ?? '')
  }
  return { line, values }
}

/** Combines the values of a row. Fails with the reason if the row cannot be read, or if its id or UPRN is wrong. */
export function readGiven({ values, problem }: FileRow): Result<GivenLead, string> {
  if (problem !== undefined) return failed(problem)
  const text = (field: FileField) => values[field] ?? ''
  const id = text('id') === '' ? success('') : checkValue('id', text('id'))
  if (!id.ok) return id
  const uprn = readUprns(text('uprn'), text('uprn_text'))
  if (!uprn.ok) return failed(`UPRN: ${uprn.failure}`)
  const given = Object.fromEntries(LEAD_FIELDS.map((field) => [field, text(field)])) as LeadTexts
  return success({
    ...given,
    id: id.value,
    status: text('status'),
    street_address: joined(', ', text('street_address'), text('address_line_2')),
    contact_name: text('contact_name') || joined(' ', text('first_name'), text('last_name')),
    uprn: uprn.value,
  })
}

const joined = (between: string, ...texts: string[]) => texts.filter(Boolean).join(between)
