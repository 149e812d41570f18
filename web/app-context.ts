import { createContext, use, useSyncExternalStore } from 'react'
import type { EligibilityChecker } from '#domain/eligibility/eligibility.ts'
import type { Customer } from '#domain/sale/sale.ts'
import type { LiveLists } from './lists/live-lists.ts'
import type { SaleStore } from './session/sale-store.ts'
import type { Editing } from './session/write-lock.ts'
import type { StorageTrouble } from './storage/storage-trouble.ts'
import type { PhoneSales } from './sync/phone-sales.ts'
import { useStore } from './use-store.ts'

/** What can be done about a sale on this phone that does not go out by itself. */
export type SaleCare = {
  /** Lets what was refused, or only the reports of it, try again, and everything else at once; tells where it cannot. */
  retry: (sessionId: string, only?: 'reports') => Promise<void>
  /** The customer as the phone has it; nothing when the sale is no longer kept here. */
  findCustomer: (sessionId: string) => Promise<{ customer: Customer; signed: boolean } | undefined>
  /** Puts another customer into what was refused, and sends it; in the sale under way only where that is written. */
  correct: (sessionId: string, customer: Customer) => Promise<void>
  /** Hands everything that the phone has of a sale to the browser's downloads. */
  download: (sessionId: string) => Promise<void>
}

/** What main.tsx builds once and every screen uses. */
export type App = {
  sale: SaleStore
  lists: LiveLists
  phoneSales: PhoneSales
  care: SaleCare
  editing: Editing
  trouble: StorageTrouble
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
  return useStore(sale)
}

/** Both lists; the screen follows their changes. */
export function useLists() {
  const { lists } = useApp()
  useSyncExternalStore(lists.shown.version.subscribe, lists.shown.version.get)
  return lists
}

/** Which leads are listed, and in what order. It outlives the step: whoever comes back finds the list as it was left. */
export function useLeadView() {
  const { lists } = useApp()
  return useSyncExternalStore(lists.shown.version.subscribe, () => lists.shown.leads.view)
}

/** How the sales on this phone stand. */
export function usePhoneSales() {
  const { phoneSales } = useApp()
  return useStore(phoneSales)
}

/** Whether this tab writes the sale or only shows it. */
export function usePen() {
  const { editing } = useApp()
  return useStore(editing)
}

/** What is wrong with the phone's storage, if anything. */
export function useTrouble() {
  const { trouble } = useApp()
  return useStore(trouble)
}
