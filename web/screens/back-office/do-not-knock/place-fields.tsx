import { TextField } from '../../../ui/field.tsx'
import type { PlaceField, PlaceTyped } from './place-of-form.ts'

type PlaceFieldsProps = {
  isZone: boolean
  typed: PlaceTyped
  faults: Partial<Record<PlaceField, string>>
  onType: (field: PlaceField, text: string) => void
}

const DOOR: readonly { field: PlaceField; label: string; hint?: string }[] = [
  { field: 'address', label: 'Address', hint: 'Number and street, such as 12 Mill Road' },
  { field: 'postcode', label: 'Postcode' },
  { field: 'uprn', label: 'UPRN (if you know it)' },
]
const ZONE: typeof DOOR = [
  { field: 'street', label: 'Street' },
  { field: 'postcode', label: 'Postcode of the street' },
  { field: 'postcodes', label: 'Or postcodes', hint: 'Instead of a street, separated by commas' },
]

/** Where an entry applies: a door, or the street or postcodes of a zone. */
export const PlaceFields = ({ isZone, typed, faults, onType }: PlaceFieldsProps) =>
  (isZone ? ZONE : DOOR).map(({ field, label, hint }) => (
    <TextField
      key={field}
      label={label}
      hint={hint}
      error={faults[field]}
      autoComplete="off"
      inputMode={field === 'uprn' ? 'numeric' : undefined}
      value={typed[field]}
      onChange={(event) => onType(field, event.target.value)}
    />
  ))
