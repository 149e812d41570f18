import { useMemo } from 'react'
import { useApp } from '../app-context.ts'
import { createSaleActions } from '../session/sale-actions.ts'

/** The toast if an action on a sale rejects. */
export const NO_SPACE = 'Not saved: This phone couldn’t store the sale. Free up some space and try again'

/**
 * Returns what an agent can do about a sale of this phone. The code loads with the screens that need it, not with the
 * first one.
 */
export function useSaleActions() {
  const app = useApp()
  return useMemo(() => createSaleActions(app), [app])
}
