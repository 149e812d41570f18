import { ENROL_PAGE } from '#protocol/identity.ts'
import { turnedAway } from '../../../../http/turned-away.ts'
import { buttonLook } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { useStore } from '../../../../use-store.ts'

/** Shown instead of the leads if the server refuses them to this phone: says why (docs/product 26.11). */
export function LeadsAway() {
  const why = useStore(turnedAway)
  if (why === 'phone-suspended')
    return <EmptyState>Your leads show here once the office resumes this phone.</EmptyState>
  if (why === 'invalid-key')
    return <EmptyState>Your leads show here once the server accepts this phone’s key.</EmptyState>
  return (
    <EmptyState
      action={
        <a href={ENROL_PAGE} className={buttonLook('primary')}>
          Enrol this phone
        </a>
      }
    >
      Your leads show here once this phone is enrolled.
    </EmptyState>
  )
}
