import {
  ChevronDown,
  CircleAlert,
  CircleCheck,
  CircleQuestionMark,
  Clock,
  type IconNode,
  Minus,
} from 'lucide'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { type Place, stateOf, type Tick, type TickState } from './ticks.ts'

const NAMES: Record<Place, string> = {
  phone: 'Phone',
  server: 'Server',
  crm: 'CRM',
  automation: 'Automation',
  customer: 'Customer',
}

const LOOKS: Record<TickState, { icon: IconNode; look: string; spoken: string }> = {
  done: { icon: CircleCheck, look: 'text-accent', spoken: 'done' },
  waiting: { icon: Clock, look: 'text-wait', spoken: 'waiting' },
  bad: { icon: CircleAlert, look: 'text-danger', spoken: 'needs attention' },
  unknown: { icon: CircleQuestionMark, look: 'text-muted', spoken: 'not known' },
  none: { icon: Minus, look: 'text-muted', spoken: 'nothing to do here' },
}

type SaleTicksProps = {
  ticks: readonly Tick[]
  /** The buttons of a tick. */
  actionsOf: (tick: Tick) => ReactNode
  /** What else the open card shows, above the ticks. */
  children: ReactNode
}

/** Where a sale has arrived, in one line. A tap opens the card, with the time or reason for each place. */
export function SaleTicks({ ticks, actionsOf, children }: SaleTicksProps) {
  const [isOpen, setOpen] = useState(false)
  const needsAttention = ticks.some(({ state }) => state === 'bad')
  useEffect(() => {
    if (needsAttention) setOpen(true)
  }, [needsAttention])
  const details = useId()
  const { state, text } = stateOf(ticks)
  const { icon, look } = LOOKS[state]
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={details}
        className="-mx-2 flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-left text-sm hover:bg-sunken"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="sr-only">
          {ticks.map((tick) => (
            <Spoken key={tick.place} {...tick} />
          ))}
        </span>
        <Icon of={icon} size={16} className={`shrink-0 ${look}`} />
        <span className={`min-w-0 flex-1 wrap-anywhere ${state === 'done' ? 'text-muted' : look}`}>
          {text}
        </span>
        <Icon of={ChevronDown} size={20} className={`shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <div id={details} hidden={!isOpen} className="flex flex-col gap-1 border-t border-line py-2">
        {isOpen && children}
        {isOpen && (
          <ul className="flex flex-col">
            {ticks.map((tick) => (
              <Detail key={tick.place} tick={tick} actions={actionsOf(tick)} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

const Spoken = ({ place, state }: Tick) => (
  <span>
    {NAMES[place]}: {LOOKS[state].spoken},{' '}
  </span>
)

function Detail({ tick: { place, state, text }, actions }: { tick: Tick; actions: ReactNode }) {
  const { icon, look } = LOOKS[state]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-2 text-sm">
      <p className="flex min-w-0 grow basis-56 items-start gap-1.5 py-1">
        <Icon of={icon} size={16} className={`mt-0.5 shrink-0 ${look}`} />
        <span className="min-w-0 wrap-anywhere">
          <span className="sr-only">{NAMES[place]}: </span>
          <span>{text}</span>
        </span>
      </p>
      {actions && <span className="-mr-2 ml-auto flex">{actions}</span>}
    </li>
  )
}
