import { Ban } from 'lucide'
import { Suspense, useState } from 'react'
import type { SaleLead } from '#domain/sale/sale.ts'
import { closedDoors } from '../../../../lists/closed-doors.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { useStore } from '../../../../use-store.ts'
import { dialogs } from './dialogs.ts'
import { IN_A_CELL } from './visits/outcome-buttons.tsx'

/** Puts the door of the selected lead on the do-not-knock register, or says why agents must not call (docs/product 16.7). */
export function DoorRegister({ lead }: { lead: SaleLead }) {
  const why = useStore(closedDoors)(lead)
  const [isAsking, setAsking] = useState(false)
  if (why !== undefined)
    return (
      <p className="flex items-center gap-2 text-danger">
        <Icon of={Ban} size={18} className="shrink-0" />
        <span>
          <strong>Do not knock.</strong> {why}.
        </span>
      </p>
    )
  return (
    <>
      <Button
        look="quiet"
        className={`${IN_A_CELL} low:-mx-3.5 low:px-3.5 low:text-base`}
        onClick={() => setAsking(true)}
      >
        Do not knock
      </Button>
      <Suspense>
        {isAsking && (
          <dialogs.enterDoor.Screen title="Do not knock" lead={lead} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </>
  )
}
