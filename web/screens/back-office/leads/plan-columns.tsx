import { ChevronRight } from 'lucide'
import { FILE_FIELDS, type FileField } from '#domain/lead-files/fields.ts'
import type { Columns } from '#domain/lead-files/match-columns.ts'
import type { LeadImport } from '#protocol/lead-files.ts'
import { SelectField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FIELD_NAMES } from './words.ts'

type PlanColumnsProps = {
  columns: LeadImport['columns']
  isBusy: boolean
  onChange: (columns: Columns) => void
}

/** What each column of the file holds. The list is open if the address or the postcode was not found. */
export function PlanColumns({ columns, isBusy, onChange }: PlanColumnsProps) {
  const found = columns.filter(({ field }) => field !== null).length
  const isUnclear = !['street_address', 'postcode'].every((name) =>
    columns.some(({ field }) => field === name),
  )

  /** If another column had the field, it moves to this one. */
  const choose = (place: number, field: FileField | null) =>
    onChange(
      columns.map((column, other) =>
        other === place ? field : column.field === field ? null : column.field,
      ),
    )

  return (
    <details open={isUnclear} className="group m-4 rounded-xl border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-xl px-3 [&::-webkit-details-marker]:hidden">
        <Icon of={ChevronRight} size={18} className="text-muted group-open:rotate-90" />
        <span className="font-semibold">Columns</span>
        <span className="text-muted">
          {found} of {columns.length} imported
        </span>
      </summary>
      <p className="px-3 text-sm text-muted">
        Correct what was not recognised. Doorstep remembers it for the next file with the same header.
      </p>
      <div className="grid gap-2 p-3 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ name, field }, place) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, and two may have one name
            key={place}
            label={name || `Column ${place + 1}`}
            value={field ?? ''}
            disabled={isBusy}
            onChange={({ currentTarget: { value } }) =>
              choose(place, value === '' ? null : (value as FileField))
            }
          >
            <option value="">Not imported</option>
            {FILE_FIELDS.map((one) => (
              <option key={one} value={one}>
                {FIELD_NAMES[one]}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </details>
  )
}
