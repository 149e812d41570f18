import { createContext, use, useSyncExternalStore } from 'react'
import type { LiveLists } from './lists/live-lists.ts'
import type { Session } from './session/session.ts'
import type { StorageTrouble } from './storage/storage-trouble.ts'
import { useStore } from './use-store.ts'

/** Everything that `buildApp` builds once and every screen uses. */
export type App = Omit<Session, 'start' | 'readAll'> & {
  lists: LiveLists
  trouble: StorageTrouble
}

export const AppContext = createContext<App | undefined>(undefined)

export function useApp(): App {
  const app = use(AppContext)
  if (!app) throw new Error('useApp needs an AppContext around the component.')
  return app
}

/** Returns the sale in progress. */
export const useSale = () => useStore(useApp().sale)

/**
 * Returns both lists. The component renders again when they change, but not when only the view of the leads changes.
 */
export function useLists() {
  const { lists } = useApp()
  useStore(lists.shown.content)
  return lists
}

/** Returns the leads in their current view. The component renders again when either changes. */
export function useLeads() {
  const { shown } = useApp().lists
  useStore(shown.version)
  return shown.leads
}

/** Returns the search, filter and order of the leads. They outlive step 1, so agents find the list as they left it. */
export function useLeadView() {
  const { lists } = useApp()
  return useSyncExternalStore(lists.shown.version.subscribe, () => lists.shown.leads.view)
}

/** Returns how far each sale on this phone has been sent. */
export const usePhoneSales = () => useStore(useApp().phoneSales)

/** Returns whether this tab has the write lock (`ours`) or only shows the sale (`elsewhere`). */
export const useWriteLock = () => useStore(useApp().writeLock)

/** Returns what is wrong with the phone's storage or key, if anything. */
export const useTrouble = () => useStore(useApp().trouble)
