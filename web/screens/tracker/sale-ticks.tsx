import { ChevronDown, CircleAlert, CircleCheck, Clock, type IconNode, Minus } from 'lucide'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { Place, Tick, TickState } from './ticks.ts'

const NAMES: Record<Place, string> = {
  phone: 'Phone',
  server: 'Server',
  crm: 'CRM',
  automation: 'Automation',
}

const LOOKS: Record<TickState, { icon: IconNode; look: string; spoken: string }> = {
  done: { icon: CircleCheck, look: 'text-accent', spoken: 'done' },
  waiting: { icon: Clock, look: 'text-wait', spoken: 'waiting' },
  bad: { icon: CircleAlert, look: 'text-danger', spoken: 'needs attention' },
  none: { icon: Minus, look: 'text-muted', spoken: 'not applicable' },
}

type SaleTicksProps = {
  ticks: readonly Tick[]
  /** The buttons of a tick. */
  actionsOf: (tick: Tick) => ReactNode
}

/** The four ticks of a sale. A tap opens them, each with its time or its reason. */
export function SaleTicks({ ticks, actionsOf }: SaleTicksProps) {
  const [isOpen, setOpen] = useState(false)
  const needsAttention = ticks.some(({ state }) => state === 'bad')
  useEffect(() => {
    if (needsAttention) setOpen(true)
  }, [needsAttention])
  const details = useId()
  return (
    <div className="-mx-2 mt-1 -mb-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={details}
        className="flex min-h-11 w-full items-center gap-1 rounded-lg px-2 text-xs hover:bg-sunken"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="flex flex-1 flex-wrap gap-x-3 gap-y-0.5">
          {ticks.map(({ place, state }) => (
            <Mark key={place} place={place} state={state} />
          ))}
        </span>
        <Icon of={ChevronDown} size={16} className={`shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <ul id={details} hidden={!isOpen} className="mt-0.5 flex flex-col border-t border-line px-2 py-1.5">
        {isOpen && ticks.map((tick) => <Detail key={tick.place} tick={tick} actions={actionsOf(tick)} />)}
      </ul>
    </div>
  )
}

function Mark({ place, state }: Pick<Tick, 'place' | 'state'>) {
  const { icon, look, spoken } = LOOKS[state]
  return (
    <span className={`inline-flex items-center gap-1 ${look}`}>
      <Icon of={icon} size={14} className="shrink-0" />
      {NAMES[place]}
      <span className="sr-only">: {spoken},</span>
    </span>
  )
}

function Detail({ tick: { state, text }, actions }: { tick: Tick; actions: ReactNode }) {
  const { icon, look } = LOOKS[state]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-2 text-sm">
      <p className="flex min-w-0 grow basis-56 items-start gap-1.5 py-1">
        <Icon of={icon} size={16} className={`mt-0.5 shrink-0 ${look}`} />
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </p>
      {actions && <span className="-mr-2 ml-auto flex">{actions}</span>}
    </li>
  )
}
