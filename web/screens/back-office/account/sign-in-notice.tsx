import { KeyRound } from 'lucide'
import { buttonLook } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../notice.tsx'
import { useAccount } from './account.ts'
import { signInAddress } from './sign-in-address.ts'

/** Says that a sign-in is needed. The link opens a new tab, because something may be typed on this page. */
export function SignInNotice() {
  const who = useAccount()
  if (!who?.isRefused || !who.me) return null
  return (
    <Notice
      icon={<Icon of={KeyRound} size={20} />}
      action={
        <a
          href={signInAddress(location)}
          target="_blank"
          rel="noreferrer"
          className={buttonLook('secondary')}
        >
          Sign in
        </a>
      }
    >
      <strong>{who.me.person ? 'Your sign-in has ended.' : 'You need to sign in.'}</strong> Sign in from a new
      tab to keep what you typed here.
    </Notice>
  )
}
