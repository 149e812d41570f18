import { INVITATION_HOURS, type Invited } from '#protocol/people.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { QrCode } from '../../../ui/qr-code.tsx'

/** An invitation. It can be read only now, and a phone can scan it. */
export function InvitationShown({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  const { address, code, opens, person } = invited
  return (
    <div className="flex flex-col gap-4 overflow-y-auto p-5">
      <p className="wrap-anywhere">
        <strong className="font-semibold">It is shown only once.</strong> It works once, within{' '}
        {INVITATION_HOURS} hours.{' '}
        {opens === 'phone'
          ? `${person.name} can scan it with their phone, or open the link there.`
          : `Send ${person.name} the link to choose a password.`}
      </p>
      {opens === 'phone' && (
        <div className="size-56 max-w-full self-center">
          <QrCode text={address} label={`Code that enrols a phone for ${person.name}`} />
        </div>
      )}
      <dl className="flex flex-col gap-2">
        <div>
          <dt className="text-sm text-muted">Code</dt>
          <dd className="font-mono text-lg wrap-anywhere">{code}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Link</dt>
          <dd className="font-mono text-sm wrap-anywhere">{address}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="secondary" onClick={() => void copyText(address, 'the link')}>
          Copy link
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}
