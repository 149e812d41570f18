import { useMemo } from 'react'
import { useApp } from '../app-context.ts'
import { createSaleActions } from '../session/sale-actions.ts'

/** What a screen says if such an action rejects. */
export const NO_SPACE = 'Not saved: This phone couldn’t store the sale. Free up some space and try again'

/** What an agent can do about a sale of this phone. It comes with the screens that need it, not with the first one. */
export function useSaleActions() {
  const app = useApp()
  return useMemo(() => createSaleActions(app), [app])
}
