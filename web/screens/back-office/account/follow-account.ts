import { SIGN_IN_PAGE } from '#protocol/identity.ts'
import { growingPause } from '../../../http/growing-pause.ts'
import { endSignIn, readMe } from '../../../http/me.ts'
import { turnedAway } from '../../../http/turned-away.ts'
import { dismissToast, toast, toastStore } from '../../../ui/toast-store.ts'
import { type Account, account } from './account.ts'
import { signInAddress } from './sign-in-address.ts'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000

/** Whether the person has typed something here, which would be lost if they left the page. */
let isTyped = false

/**
 * Keeps the account up to date. If the page opens without the sign-in that it needs, goes to the sign-in page. Later it
 * only shows a notice, because a form may be half filled in.
 */
export function followAccount(): void {
  document.addEventListener(
    'input',
    () => {
      isTyped = true
    },
    { capture: true, once: true },
  )
  turnedAway.subscribe(() => {
    const code = turnedAway.get()
    // Cleared, so that the next refusal counts too, even if it has the same code.
    turnedAway.set(undefined)
    // Signing in does not help if the key is wrong.
    if (code === undefined || code === 'invalid-key') return
    change({ isRefused: true })
    // Runs after the call has shown its own toast, and removes that toast: a notice says what to do instead.
    setTimeout(() => {
      for (const { id, tone, action } of toastStore.get()) if (tone === 'bad' && !action) dismissToast(id)
      if (document.querySelector('dialog[open]')) offerSignIn()
    })
  })
  // The person may have signed in on another tab.
  document.addEventListener('visibilitychange', () => {
    const { me, isRefused } = account.get() ?? {}
    if (!document.hidden && (isRefused || !me?.person)) void look()
  })
  void look()
}

/** A toast, because the notice on the page cannot be reached from within a dialog. */
const offerSignIn = () =>
  toast('You are not signed in: Sign in from a new tab to keep what you typed here', 'bad', {
    name: 'Sign in',
    run: () => void window.open(signInAddress(location), '_blank', 'noreferrer'),
  })

const change = (changed: Partial<Account>) =>
  account.set({ me: undefined, isRefused: false, ...account.get(), ...changed })

async function look(): Promise<void> {
  const pause = growingPause(FIRST_PAUSE_MS, LONGEST_PAUSE_MS)
  let answer = await readMe()
  while (!answer.ok) {
    await new Promise((resolve) => setTimeout(resolve, pause.nextMs()))
    answer = await readMe()
  }
  const me = answer.value
  const isFirst = account.get()?.me === undefined
  const mustSignIn = me.mode === 'required' && !me.person
  if (mustSignIn && isFirst && !isTyped) return location.replace(signInAddress(location))
  change({ me, ...((mustSignIn || me.person) && { isRefused: mustSignIn }) })
}

/** Signs the person out and leaves the page, which only they may see. */
export async function signOut(): Promise<void> {
  const ended = await endSignIn()
  if (ended.ok) location.assign(SIGN_IN_PAGE)
  else toast(`Couldn’t sign out: ${ended.failure.message}`, 'bad')
}
