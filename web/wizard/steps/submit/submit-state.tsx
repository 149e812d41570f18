import { CircleAlert, CircleCheck, CloudUpload } from 'lucide-react'
import type { WaitingCall } from '../../../offline/device.ts'

/** Says 'Order submitted' only when nothing of the sale waits on the phone any more. */
export function SubmitState({ calls }: { calls: readonly WaitingCall[] }) {
  const writes = calls.filter((call) => call.kind !== 'report-progress')
  const parked = writes.find((call) => call.parkedBecause !== undefined)
  const state = parked ? 'parked' : writes.length > 0 ? 'waiting' : 'submitted'
  const { Icon, title, look } = STATES[state]
  return (
    <section role="status" className={`flex items-center gap-3 rounded-2xl border p-4 ${look}`}>
      <Icon aria-hidden className="shrink-0" />
      <div>
        <p className="text-lg font-semibold text-ink">{title}</p>
        {parked && <p className="text-ink">{parked.parkedBecause}</p>}
      </div>
    </section>
  )
}

const STATES = {
  submitted: {
    Icon: CircleCheck,
    title: 'Order submitted',
    look: 'border-accent bg-accent-soft text-accent',
  },
  waiting: {
    Icon: CloudUpload,
    title: 'Saved on this phone, not yet submitted',
    look: 'border-voucher bg-voucher-soft text-voucher',
  },
  parked: {
    Icon: CircleAlert,
    title: 'Needs attention: the server refused this order',
    look: 'border-danger bg-danger-soft text-danger',
  },
} as const
