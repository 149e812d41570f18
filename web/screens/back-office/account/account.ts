import { useSyncExternalStore } from 'react'
import { OF_ANONYMOUS, type Permission } from '#domain/access/permissions.ts'
import type { Me } from '#protocol/identity.ts'
import { createStore } from '../../../store.ts'

/** Who is at this page of the office, where people sign in (docs/product 26.10). */
export type Account = {
  /** Undefined until the server has answered. */
  me: Me | undefined
  /** Whether the server has refused a call because no one is signed in. */
  isRefused: boolean
}

/** Undefined where no one signs in, so that nothing of this shows there. */
export const account = createStore<Account | undefined>(undefined)

/** The account as it is now. Unlike `useStore`, this also works in a shell, which is rendered before there is one. */
export const useAccount = (): Account | undefined =>
  useSyncExternalStore(account.subscribe, account.get, account.get)

/** Whether the person at the page may read something, as far as is known. The server decides. */
export const mayDo = (who: Account | undefined, needed: Permission): boolean =>
  who?.me === undefined || who.me.permissions.includes(needed)

/** Whether to show what needs a permission; not before it is known, so that no button comes only to vanish. */
export const mayBeOffered = (who: Account | undefined, needed: Permission): boolean =>
  who === undefined ? OF_ANONYMOUS.has(needed) : who.me?.permissions.includes(needed) === true

/** {@link mayBeOffered} to who is at the page: what they may not do is not shown at all (docs/product 26.10). */
export const useMay = (needed: Permission): boolean => mayBeOffered(useAccount(), needed)
