import { createContext, use, useSyncExternalStore } from 'react'
import type { EligibilityChecker } from '#domain/eligibility/eligibility.ts'
import type { LiveLists } from './live/live-lists.ts'
import type { WaitingCalls } from './offline/waiting-calls.ts'
import type { SaleStore } from './wizard/sale-store.ts'

/** What main.tsx builds once and every screen uses. */
export type App = {
  sale: SaleStore
  lists: LiveLists
  waiting: WaitingCalls
  checkEligibility: EligibilityChecker
}

export const AppContext = createContext<App | undefined>(undefined)

export function useApp(): App {
  const app = use(AppContext)
  if (!app) throw new Error('The screen stands outside the app.')
  return app
}

/** The present sale; the screen follows it. */
export function useSale() {
  const { sale } = useApp()
  return useSyncExternalStore(sale.subscribe, sale.get)
}

/** Both lists; the screen follows their changes. */
export function useLists() {
  const { lists } = useApp()
  useSyncExternalStore(lists.subscribe, lists.version)
  return lists
}

/** The calls that still wait on this phone. */
export function useWaiting() {
  const { waiting } = useApp()
  return useSyncExternalStore(waiting.subscribe, waiting.get)
}
