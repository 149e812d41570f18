import { dismissToast, toastStore } from '../ui/toast-store.ts'

/** Dismisses good news, such as 'Sale left', which says where to go next: the agent has just gone there. */
export function dismissAnswered(): void {
  for (const { id, tone, action } of toastStore.get())
    if (tone !== 'bad' && !action?.decline) dismissToast(id)
}
