import { Suspense, useState } from 'react'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import { visitsOn } from '../../../../../street/visits-on.ts'
import { Button } from '../../../../../ui/button.tsx'
import { countOf } from '../../../../../ui/wording.ts'
import { useStore } from '../../../../../use-store.ts'
import { dialogs } from '../dialogs.ts'

/** The visits that the server refused, until the agent has read them (docs/product 15.8). */
export function NotKept() {
  const visits = visitsOn(thisPhone)
  const { own } = useStore(visits)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const refused = own.filter(
    ({ refusal, isRead, undoes }) => refusal !== undefined && !isRead && undoes === null,
  )
  if (refused.length === 0) return null
  return (
    <>
      <Button
        look="quiet"
        className="-mx-3.5 self-start text-danger low:self-center"
        onClick={() => setOpen(true)}
      >
        {countOf(refused.length, 'visit')} not kept
      </Button>
      <Suspense>
        {isOpen && (
          <dialogs.notKept.Screen
            refused={refused}
            onRead={() => void visits.markRead().then(close)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
