import { useRef, useState } from 'react'
import { formatWhole } from '#domain/kernel/thousands.ts'
import { REGISTER_STATES, type RegisterListed, type RegisterState } from '#protocol/register.ts'
import type { RegisterSearch } from '../../../http/register.ts'
import { TextField } from '../../../ui/field.tsx'
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx'
import { useMay } from '../account/account.ts'
import { MoreOfList } from '../more-of-list.tsx'
import { TermField } from '../term-field.tsx'
import { LiftEntry } from './lift-entry.tsx'
import { RegisterRow } from './register-row.tsx'
import type { RegisterShown } from './use-register.ts'

const STATE_NAMES: Record<RegisterState, string> = { active: 'In force', lifted: 'Lifted', all: 'All' }

type RegisterListProps = {
  register: RegisterShown
  search: RegisterSearch
  onSearch: (search: RegisterSearch) => void
}

/** The entries of the register, with a search. */
export function RegisterList({ register, search, onSearch }: RegisterListProps) {
  const { value, showMore, refresh } = register
  const list = useRef<HTMLUListElement>(null)
  const mayLift = useMay('write-office')
  const [lifting, setLifting] = useState<RegisterListed>()
  return (
    <section aria-label="Register" className="card overflow-hidden">
      <search className="grid gap-2 border-b border-line p-3 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <TextField
          label="Search the register"
          compact
          type="search"
          placeholder="Address, postcode or UPRN"
          value={search.search}
          onChange={(event) => onSearch({ ...search, search: event.target.value })}
        />
        <TermField
          label="Show"
          value={search.state}
          terms={REGISTER_STATES}
          names={STATE_NAMES}
          onChange={(state) => onSearch({ ...search, state })}
        />
      </search>
      <p role="status" className="px-4 pt-2.5 text-sm text-muted empty:hidden">
        {value && value.count > 0 && `${formatWhole(value.count)} ${value.count === 1 ? 'entry' : 'entries'}`}
      </p>
      {!value && <SkeletonRows count={3} label="Loading the register" />}
      {value?.count === 0 && <Nothing search={search} />}
      <ul ref={list} className="divide-y divide-line">
        {value?.entries.map((entry) => (
          <RegisterRow key={entry.id} entry={entry} onLift={mayLift ? () => setLifting(entry) : undefined} />
        ))}
      </ul>
      <MoreOfList
        list={list}
        count={value?.entries.length ?? 0}
        showMore={showMore}
        isCut={value?.next != null}
        hint="Search to see older entries."
      />
      {lifting && <LiftEntry entry={lifting} onLifted={refresh} onClose={() => setLifting(undefined)} />}
    </section>
  )
}

const Nothing = ({ search: { search, state } }: { search: RegisterSearch }) => (
  <EmptyState>
    {search.trim() !== ''
      ? 'Nothing found. Try a street, a postcode or a UPRN.'
      : state === 'lifted'
        ? 'No entry has been lifted yet.'
        : 'No one has asked yet. Entries come from agents at the door, from the CRM, or with Add entry.'}
  </EmptyState>
)
