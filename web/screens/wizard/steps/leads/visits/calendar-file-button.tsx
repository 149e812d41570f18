import { CalendarPlus } from 'lucide'
import { callBackFile } from '#domain/street/call-back-file.ts'
import type { CallBack } from '#domain/street/today.ts'
import { downloadBlob } from '../../../../../ui/download-blob.ts'
import { Icon } from '../../../../../ui/icon.tsx'

type Agreed = Pick<CallBack, 'day' | 'time'> & {
  lead: { id: string; street_address: string; postcode: string }
}

/** Downloads a call-back as a file that calendar apps open. */
export function CalendarFileButton({ callBack }: { callBack: Agreed }) {
  return (
    <button
      type="button"
      aria-label={`Calendar file for ${callBack.lead.street_address}`}
      className="round-button min-h-12 min-w-12"
      onClick={() => download(callBack)}
    >
      <Icon of={CalendarPlus} size={20} />
    </button>
  )
}

function download({ lead, day, time }: Agreed): void {
  const place = [lead.street_address, lead.postcode].filter(Boolean).join(', ')
  const text = callBackFile({ id: lead.id, day, time, place, at: new Date().toISOString() })
  downloadBlob(`call-back-${day}.ics`, new Blob([text], { type: 'text/calendar' }))
}
