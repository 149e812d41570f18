import { SelectField } from '../../ui/field.tsx'

type TermFieldProps<Term extends string> = {
  label: string
  value: Term
  terms: readonly Term[]
  /** The terms in words. */
  names: Readonly<Record<Term, string>>
  onChange: (term: Term) => void
}

/** A choice of a few terms. */
export const TermField = <Term extends string>({
  label,
  value,
  terms,
  names,
  onChange,
}: TermFieldProps<Term>) => (
  <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value as Term)}>
    {terms.map((term) => (
      <option key={term} value={term}>
        {names[term]}
      </option>
    ))}
  </SelectField>
)
