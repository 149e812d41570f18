import { CircleAlert, CircleCheck, CloudUpload } from 'lucide'
import type { PhoneSale } from '../../../../sync/phone-sales.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'

type SubmitStateProps = { phoneSale: PhoneSale | undefined; onRetry: () => void }

/** Says 'Order submitted' only if the server's receipt has proved it (docs/product 7.9). */
export function SubmitState({ phoneSale, onRetry }: SubmitStateProps) {
  const refused = phoneSale?.parked.find(({ kind }) => kind !== 'report-progress')
  const state = phoneSale?.receipt ? 'submitted' : refused ? 'parked' : 'waiting'
  const { icon, title, look } = STATES[state]
  return (
    <section role="status" className={`flex items-center gap-3 rounded-2xl border p-4 ${look}`}>
      <Icon of={icon} className="shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="text-lg leading-6 font-semibold text-ink">{title}</p>
        {state === 'waiting' && (
          <p className="text-sm text-ink">It’ll be sent automatically when you’re back online.</p>
        )}
        {state === 'parked' && <p className="text-ink wrap-anywhere">{refused?.reason}</p>}
      </div>
      {state === 'parked' && (
        <Button look="secondary" onClick={onRetry}>
          Retry
        </Button>
      )}
    </section>
  )
}

const STATES = {
  submitted: {
    icon: CircleCheck,
    title: 'Order submitted',
    look: 'border-accent bg-accent-soft text-accent',
  },
  waiting: {
    icon: CloudUpload,
    title: 'Saved on this phone, not yet submitted',
    look: 'border-wait bg-wait-soft text-wait',
  },
  parked: {
    icon: CircleAlert,
    title: 'We couldn’t submit this order',
    look: 'border-danger bg-danger-soft text-danger',
  },
} as const
