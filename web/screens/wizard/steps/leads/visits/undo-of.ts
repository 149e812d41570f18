import { type ToastAction, toast } from '../../../../../ui/toast-store.ts'

/** Agents tap with gloves on while a customer talks, so five seconds would be too short. */
const UNDO_MS = 20_000

/**
 * Returns `Undo` for something that was noted at a door. If the phone cannot store the undo, a toast says so and stays,
 * because freeing up space takes the agent away from the app.
 */
export function undoOf(takeBack: () => Promise<unknown>): ToastAction {
  const run = () => void takeBack().catch(offerAgain)
  const offerAgain = () =>
    toast('Not taken back: This phone’s storage is full. Free up some space and try again', 'bad', {
      name: 'Try again',
      run,
      decline: { name: 'Leave it noted', run: () => {} },
    })
  return { name: 'Undo', undoMs: UNDO_MS, run }
}
