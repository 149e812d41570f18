import { useMemo } from 'react'
import { useApp } from '../app-context.ts'
import { createSaleActions } from '../session/sale-actions.ts'

/** What an agent can do about a sale of this phone. It comes with the screens that need it, not with the first one. */
export function useSaleActions() {
  const app = useApp()
  return useMemo(() => createSaleActions(app), [app])
}
