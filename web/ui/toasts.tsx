import { CircleAlert, CircleCheck, X } from 'lucide'
import { useEffect, useState } from 'react'
import { useStore } from '../use-store.ts'
import { Icon } from './icon.tsx'
import {
  dismissToast,
  openToastRegion,
  type Toast,
  type ToastAction,
  toastRegions,
  toastStore,
} from './toast-store.ts'

const LOOKS = {
  good: 'border-accent bg-surface text-ink [&>svg]:text-accent',
  wait: 'border-wait bg-wait-soft text-ink [&>svg]:text-wait',
  bad: 'border-danger bg-danger-soft text-ink [&>svg]:text-danger',
}

const ICONS = { good: CircleCheck, wait: CircleAlert, bad: CircleAlert }

/**
 * Toasts in a step or a dialog have their own space, so they never cover a control or the agreement. A screen with
 * little height has no such space, but its header has a gap.
 */
const PLACES = {
  step: { empty: 'step-toasts', full: 'tall:py-2 lg:px-4' },
  dialog: { empty: '', full: 'pt-3' },
  page: { empty: 'page-toasts', full: '' },
}

/**
 * The region where toasts appear and are announced: on the page, or in the open dialog, because everything behind it is
 * inert. The undo of a visit stays behind the dialog, which may be about another door.
 */
export function ToastRegion({ place }: { place: keyof typeof PLACES }) {
  const [region] = useState(() => Symbol('toasts'))
  const all = useStore(toastStore)
  const isTop = useStore(toastRegions).at(-1) === region
  useEffect(() => openToastRegion(region), [region])
  const toasts = isTop ? all.filter(({ action }) => place !== 'dialog' || !action?.undoMs) : []
  return (
    <div className={`toasts ${PLACES[place].empty} ${toasts.length > 0 ? PLACES[place].full : ''}`}>
      {(['bad', 'good'] as const).map((tone) => (
        <div key={tone} role={tone === 'bad' ? 'alert' : 'status'} className="contents">
          {toasts
            .filter((toast) => (toast.tone === 'bad') === (tone === 'bad'))
            .map((toast) => (
              <ToastCard key={toast.id} toast={toast} />
            ))}
        </div>
      ))}
    </div>
  )
}

function ToastCard({ toast: { id, text, tone, action } }: { toast: Toast }) {
  const [title, ...rest] = text.split(': ')
  return (
    <div className={`toast ${LOOKS[tone]}`}>
      <Icon of={ICONS[tone]} size={20} className="shrink-0 tiny:hidden" />
      <p className="toast-text">
        <strong className="font-semibold">{rest.length > 0 ? `${title}: ` : title}</strong>
        {rest.join(': ')}
      </p>
      <div className={action ? 'toast-answers' : 'shrink-0'}>
        {action && <Answers id={id} action={action} />}
        {!action?.decline && (
          <button
            type="button"
            aria-label="Dismiss"
            className="round-button"
            onClick={() => dismissToast(id)}
          >
            <Icon of={X} size={18} />
          </button>
        )}
      </div>
    </div>
  )
}

function Answers({ id, action }: { id: number; action: ToastAction }) {
  const answers = action.decline ? [action, action.decline] : [action]
  return answers.map(({ name, run }) => (
    <button
      key={name}
      type="button"
      className="text-button"
      onClick={() => {
        dismissToast(id)
        run()
      }}
    >
      {name}
    </button>
  ))
}
