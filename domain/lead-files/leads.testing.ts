import { type FileRow, type KnownLead, LEAD_FIELDS, type LeadTexts } from './fields.ts'
import { KnownLeads } from './lead-keys.ts'
import { createPlanner, type PlannedRow, type Stored } from './plan-import.ts'

/** Returns a stored lead with these values and no others. */
export const knownLead = (id: string, texts: Partial<LeadTexts> = {}): KnownLead => ({
  ...(Object.fromEntries(LEAD_FIELDS.map((field) => [field, ''])) as LeadTexts),
  voucher_value: '0',
  priority: 'medium',
  ...texts,
  id,
})

/** Plans rows that start on line 2, below the header. */
export function planRows(
  rows: readonly FileRow['values'][],
  leads: readonly KnownLead[] = [],
  isRegistered: Stored['isRegistered'] = () => false,
): PlannedRow[] {
  const plan = createPlanner()
  const stored = { leads: new KnownLeads(leads), isRegistered }
  return rows.map((values, place) => plan({ line: place + 2, values }, stored))
}
