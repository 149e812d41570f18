import { useState } from 'react'
import type { SaleLead } from '#domain/sale/sale.ts'
import { doorInWords } from '#domain/street/door-words.ts'
import { OUTCOME_WORDS, OUTCOMES } from '#domain/street/outcome.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import { visitsOn } from '../../../../../street/visits-on.ts'
import { Button } from '../../../../../ui/button.tsx'
import { useStore } from '../../../../../use-store.ts'
import { CallBackDialog } from './call-back-dialog.tsx'
import { DoorHistory } from './door-history.tsx'
import { noteVisit } from './note-visit.ts'

/** The register asks more before it closes a door, so `Do not knock` has a button of its own beside these. */
const ONE_TAP = OUTCOMES.filter((outcome) => outcome !== 'do-not-knock')

/** Notes what came of the visit at the selected lead with one tap, and shows what came of earlier ones (docs/product 15.7). */
export function DoorVisits({ lead }: { lead: SaleLead & { id: string } }) {
  const door = useStore(visitsOn(thisPhone)).doors.get(lead.id)
  const [opened, setOpened] = useState<'call-back' | 'history'>()
  const close = () => setOpened(undefined)
  return (
    <section aria-label="Visit" className="flex flex-col gap-1">
      {door && (
        <button type="button" className="text-button self-start text-sm" onClick={() => setOpened('history')}>
          {doorInWords(door)}
        </button>
      )}
      <div className="-mx-1 flex gap-2 overflow-x-auto p-1">
        {ONE_TAP.map((outcome) => (
          <Button
            key={outcome}
            look="secondary"
            className="min-h-12 shrink-0 px-3"
            onClick={() => (outcome === 'call-back' ? setOpened(outcome) : void noteVisit(lead, outcome))}
          >
            {OUTCOME_WORDS[outcome]}
          </Button>
        ))}
      </div>
      {opened === 'call-back' && <CallBackDialog lead={lead} onClose={close} />}
      {opened === 'history' && <DoorHistory lead={lead} onClose={close} />}
    </section>
  )
}
