import { useSyncExternalStore } from 'react'
import { OF_ANONYMOUS, type Permission } from '#domain/access/permissions.ts'
import type { Me } from '#protocol/identity.ts'
import { createStore } from '../../../store.ts'

/** The person at this page of the office, if people sign in here (docs/product 26.10). */
export type Account = {
  /** Undefined until the server has answered. */
  me: Me | undefined
  /** Whether the server has refused a call because no one is signed in. */
  isRefused: boolean
}

/** Undefined if sign-in is switched off, so that nothing about accounts shows. */
export const account = createStore<Account | undefined>(undefined)

/** The account as it is now. Unlike `useStore`, this also works in a shell, which is rendered before there is one. */
export const useAccount = (): Account | undefined =>
  useSyncExternalStore(account.subscribe, account.get, account.get)

/** Whether the person at the page may do something; true until the server has answered. The server decides. */
export const mayDo = (who: Account | undefined, needed: Permission): boolean =>
  who?.me === undefined || who.me.permissions.includes(needed)

/**
 * Whether to offer something that needs a permission. False until the permissions are known, so that no button appears
 * only to vanish.
 */
export const mayBeOffered = (who: Account | undefined, needed: Permission): boolean =>
  who === undefined ? OF_ANONYMOUS.has(needed) : who.me?.permissions.includes(needed) === true

/** {@link mayBeOffered} for the person at the page. What they may not do is hidden (docs/product 26.10). */
export const useMay = (needed: Permission): boolean => mayBeOffered(useAccount(), needed)
