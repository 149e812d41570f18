import { useState } from 'react'
import type { PersonListed } from '#protocol/people.ts'
import { readPeople } from '../../../http/people.ts'
import { usePolled } from '../../../http/use-polled.ts'
import { Button } from '../../../ui/button.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ToastRegion } from '../../../ui/toasts.tsx'
import { useAccount } from '../account/account.ts'
import { NoAnswer } from '../notices.tsx'
import { PeopleFrame } from '../page-frames.tsx'
import { AddPerson } from './add-person.tsx'
import { ManagePerson } from './manage-person.tsx'
import { NoPeople } from './no-people.tsx'
import { PeopleList } from './people-list.tsx'

const POLL_MS = 10_000

/** The people of the company: their roles, and how they get in (docs/product 26.10). */
export const PeoplePage = () =>
  useAccount() ? (
    <People />
  ) : (
    <PeopleFrame>
      <NoPeople isAnonymous />
    </PeopleFrame>
  )

function People() {
  const { value, failingSince, refresh } = usePolled(readPeople, POLL_MS)
  const me = useAccount()?.me
  const by = me?.permissions.includes('manage-people') ? me.person : null
  const [isAdding, setAdding] = useState(false)
  const [managed, setManaged] = useState<PersonListed>()
  return (
    <PeopleFrame actions={by && <Button onClick={() => setAdding(true)}>Add a person</Button>}>
      {failingSince && <NoAnswer since={failingSince} />}
      {value?.people.length === 0 ? (
        <NoPeople />
      ) : (
        <section aria-label="People" className="card overflow-hidden">
          {!value && <SkeletonRows count={3} label="Loading the people" />}
          {value && <PeopleList people={value.people} by={by} onManage={setManaged} />}
        </section>
      )}
      {by && isAdding && <AddPerson by={by.role} onAdded={refresh} onClose={() => setAdding(false)} />}
      {by && managed && (
        <ManagePerson person={managed} by={by} onChange={refresh} onClose={() => setManaged(undefined)} />
      )}
      <ToastRegion place="page" />
    </PeopleFrame>
  )
}
