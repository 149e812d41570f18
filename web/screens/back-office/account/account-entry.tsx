import { LogIn, LogOut } from 'lucide'
import { Icon } from '../../../ui/icon.tsx'
import { useAccount } from './account.ts'
import { signInAddress } from './sign-in-address.ts'

const signOut = async () => (await import('./follow-account.ts')).signOut()

/** Shows who is signed in, in the office's navigation, or nothing if sign-in is switched off. */
export function AccountEntry() {
  const me = useAccount()?.me
  if (!me) return null
  if (!me.person)
    return (
      <a href={signInAddress(location)} className="office-entry gap-2">
        <Icon of={LogIn} size={16} />
        Sign in
      </a>
    )
  return (
    <>
      <p className="px-3 wrap-anywhere">
        <span className="block text-sm text-muted">Signed in as</span>
        {me.person.name}
      </p>
      <button type="button" className="office-entry gap-2 text-muted" onClick={() => void signOut()}>
        <Icon of={LogOut} size={16} />
        Sign out
      </button>
    </>
  )
}
