import { ChevronRight } from 'lucide'
import { useState } from 'react'
import type { Role } from '#domain/access/roles.ts'
import type { PersonListed } from '#protocol/people.ts'
import { Icon } from '../../../ui/icon.tsx'
import { countOf } from '../../../ui/wording.ts'
import { actionsOn } from './person-actions.ts'
import { PersonRow } from './person-row.tsx'

type PeopleListProps = {
  people: readonly PersonListed[]
  by: { id: string; role: Role } | null
  onManage: (person: PersonListed) => void
}

/** The people who work here. A toggle also shows those who have retired. */
export function PeopleList({ people, by, onManage }: PeopleListProps) {
  const [showsRetired, setShowsRetired] = useState(false)
  const retired = people.filter(({ status }) => status === 'retired')
  const present = people.filter(({ status }) => status !== 'retired')
  return (
    <>
      <p role="status" className="px-4 pt-2.5 text-sm text-muted">
        {countOf(present.length, 'person').replace('persons', 'people')}
      </p>
      <ul className="divide-y divide-line">
        {(showsRetired ? [...present, ...retired] : present).map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            onManage={actionsOn(person, by).length > 0 ? () => onManage(person) : undefined}
          />
        ))}
      </ul>
      {retired.length > 0 && (
        <button
          type="button"
          aria-expanded={showsRetired}
          className="flex min-h-11 w-full items-center gap-2 border-t border-line px-4 py-2 text-left text-muted -outline-offset-3 hover:bg-sunken"
          onClick={() => setShowsRetired(!showsRetired)}
        >
          <Icon of={ChevronRight} size={18} className={`shrink-0 ${showsRetired ? 'rotate-90' : ''}`} />
          {showsRetired ? 'Hide retired people' : `Show retired people (${retired.length})`}
        </button>
      )}
    </>
  )
}
