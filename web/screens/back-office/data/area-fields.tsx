import type { AreaTexts } from '#domain/premises/area-entry.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { AREA_FAULTS } from './area-texts.ts'
import { AREA_STATE_NAMES } from './data-words.ts'

type AreaFieldsProps = {
  isNew: boolean
  texts: AreaTexts
  /** The field that the rules refuse. */
  fault: keyof AreaTexts | undefined
  onType: (column: keyof AreaTexts, text: string) => void
}

type Field = { column: keyof AreaTexts; label: string; hint?: string; type?: 'date'; wide?: true }

const FIELDS: readonly Field[] = [
  { column: 'open_from', label: 'Open from', type: 'date' },
  { column: 'open_to', label: 'Open until', type: 'date' },
  { column: 'max_voucher', label: 'Highest voucher, in pounds' },
  { column: 'checked_on', label: 'Checked on', type: 'date' },
  { column: 'source_url', label: 'Source', hint: 'Where you read it', wide: true },
  { column: 'note', label: 'Note', wide: true },
]

/** The fields of a voucher area. The code identifies the area, so it cannot be changed later. */
export function AreaFields({ isNew, texts, fault, onType }: AreaFieldsProps) {
  const field = ({ column, label, hint, type }: Field) => (
    <TextField
      label={label}
      hint={hint}
      type={type}
      error={fault === column ? AREA_FAULTS[column] : undefined}
      autoComplete="off"
      inputMode={column === 'max_voucher' ? 'numeric' : undefined}
      value={texts[column]}
      onChange={(event) => onType(column, event.target.value)}
    />
  )
  return (
    <>
      {isNew && field({ column: 'area', label: 'Area', hint: AREA_FAULTS.area })}
      {field({ column: 'name', label: 'Name', hint: 'For example, Somerset' })}
      <SelectField
        label="Vouchers"
        value={texts.state}
        onChange={(event) => onType('state', event.target.value)}
      >
        {Object.entries(AREA_STATE_NAMES).map(([state, name]) => (
          <option key={state} value={state}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map((one) => (
          <div key={one.column} className={one.wide && 'sm:col-span-2'}>
            {field(one)}
          </div>
        ))}
      </div>
    </>
  )
}
