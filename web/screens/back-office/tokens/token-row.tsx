import { useId } from 'react'
import type { TokenListed } from '#protocol/people.ts'
import { Button } from '../../../ui/button.tsx'
import { londonMoment } from '../sale/london-moment.ts'
import { permissionsInWords } from './permission-words.ts'

type TokenRowProps = { token: TokenListed; onRevoke: () => void }

/** A token: what it may do, who made it, and when it was last used. */
export function TokenRow({ token, onRevoke }: TokenRowProps) {
  const { name, hint, permissions, created_by, created_at, used_at, revoked_at } = token
  const nameId = useId()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-2">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <h2 id={nameId} className={revoked_at ? 'text-muted' : 'font-semibold'}>
          {name} <span className="font-mono text-sm text-muted">…{hint}</span>
        </h2>
        <p>{revoked_at ? `Revoked ${londonMoment(revoked_at)}` : permissionsInWords(permissions)}</p>
        <p className="text-sm text-muted">
          {[
            created_by
              ? `Made by ${created_by}, ${londonMoment(created_at)}`
              : `Made ${londonMoment(created_at)}`,
            used_at ? `Last used ${londonMoment(used_at)}` : 'Never used',
          ].join(' · ')}
        </p>
      </div>
      {!revoked_at && (
        <Button look="quiet" className="-mx-3.5" aria-describedby={nameId} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  )
}
