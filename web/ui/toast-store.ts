import { createStore, type Readable } from '../store.ts'

/**
 * A message that comes and goes. `wait` says that something will be possible later; `bad` interrupts and stays longer.
 */
export type Toast = { id: number; text: string; tone: 'good' | 'wait' | 'bad'; action?: ToastAction }
type Button = { name: string; run: () => void }
/**
 * If it can be declined, the toast stays until the agent has pressed one of its buttons. An undo applies only to the
 * latest act, stays for `undoMs` and ends with the step.
 */
export type ToastAction = Button & { decline?: Button; undoMs?: number }

const SHOWN_MS = { good: 5000, wait: 5000, bad: 9000 }
const MAX_SHOWN = 3

const toasts = createStore<readonly Toast[]>([])
const regions = createStore<readonly symbol[]>([])
let nextId = 1
let held: Toast[] | undefined

/**
 * Shows a sentence for a while and returns the id to dismiss it by. If the same sentence is already showing, the new
 * toast replaces it as a new element, so that a screen reader announces it again and it gets its full time.
 */
export function toast(text: string, tone: Toast['tone'] = 'good', action?: ToastAction): number {
  const next: Toast = { id: nextId++, text, tone, ...(action && { action }) }
  if (held) held.push(next)
  else show(next)
  return next.id
}

function show(next: Toast): void {
  toasts.set([...withRoomForOne(toasts.get().filter((shown) => !isReplacedBy(shown, next))), next])
  if (!next.action?.decline)
    setTimeout(() => dismissToast(next.id), next.action?.undoMs ?? SHOWN_MS[next.tone])
}

/** Keeps toasts back while the customer reads, even those already showing. Returns the function that shows them. */
export function holdToasts(): () => void {
  held = [...toasts.get()]
  toasts.set([])
  return () => {
    const waiting = held ?? []
    held = undefined
    for (const next of waiting) show(next)
  }
}

/** Drops the oldest toast if there are too many; one that asks a question goes last. */
function withRoomForOne(shown: readonly Toast[]): readonly Toast[] {
  if (shown.length < MAX_SHOWN) return shown
  const oldest = shown.find(({ action }) => !action?.decline) ?? shown[0]
  return shown.filter((one) => one !== oldest)
}

/**
 * Returns whether the next toast replaces a toast. A repeated failure replaces the earlier one even if its reason
 * differs, because both have the same button. So does an undo. Any failure replaces good news without a question.
 */
const isReplacedBy = (shown: Toast, next: Toast) =>
  shown.tone === next.tone
    ? shown.text === next.text ||
      (shown.action?.name === next.action?.name &&
        next.action &&
        (next.action.undoMs || titleOf(shown) === titleOf(next)))
    : next.tone === 'bad' && shown.tone === 'good' && !shown.action

/** Returns the part before the first colon, which says what the toast is about. */
const titleOf = ({ text }: Pick<Toast, 'text'>) => text.split(': ', 1)[0]

export function dismissToast(id: number): void {
  held = held?.filter((waiting) => waiting.id !== id)
  toasts.set(toasts.get().filter((shown) => shown.id !== id))
}

export const toastStore: Readable<readonly Toast[]> = toasts

/** Dismisses the toasts of a step that is over: good news without a question. */
export const dismissGoodToasts = () =>
  toasts.set(toasts.get().filter(({ tone, action }) => tone === 'bad' || (action && !action.undoMs)))

/** The open regions that can show toasts. Only the last one shows them, because everything behind a dialog is inert. */
export const toastRegions: Readable<readonly symbol[]> = regions

/** Opens a region; returns the function that closes it. */
export function openToastRegion(region: symbol): () => void {
  regions.set([...regions.get(), region])
  return () => regions.set(regions.get().filter((other) => other !== region))
}
