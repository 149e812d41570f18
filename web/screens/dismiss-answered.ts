import { dismissToast, toastStore } from '../ui/toast-store.ts'

/** Dismisses toasts with good news, such as 'Sale left', which say where to go next. The agent has just gone there. */
export function dismissAnswered(): void {
  for (const { id, tone, action } of toastStore.get())
    if (tone !== 'bad' && !action?.decline) dismissToast(id)
}
