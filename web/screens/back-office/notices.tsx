import { CirclePause, CloudOff, PlugZap } from 'lucide'
import { useState } from 'react'
import type { BackOffice, DeliveryTarget } from '#protocol/back-office.ts'
import { retryDeliveries } from '../../http/back-office.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { formatMoment } from '../../ui/wording.ts'
import { useAccount, useMay } from './account/account.ts'
import { Notice } from './notice.tsx'
import { SealNotice } from './seal-notice.tsx'

type NoticesProps = { office: BackOffice | undefined; failingSince: Date | undefined; onChange: () => void }

/** Notices that a person should read before anything else on the page. */
export function Notices({ office, failingSince, onChange }: NoticesProps) {
  const crm = office?.crm
  const automation = office?.automation
  return (
    <>
      {failingSince && <NoAnswer since={failingSince} />}
      {office && <SealNotice seal={office.seal} />}
      {crm?.pausedUntil && (
        <Notice icon={<Icon of={CirclePause} size={20} />}>
          <strong>CRM calls are paused until {formatMoment(crm.pausedUntil)}.</strong> {crm.pauseReason ?? ''}{' '}
          Queued items will then be sent automatically.
        </Notice>
      )}
      {automation?.restsUntil && (
        <Notice icon={<Icon of={CirclePause} size={20} />}>
          <strong>Reports are paused until {formatMoment(automation.restsUntil)}.</strong> The automation
          service asked for it. {automation.restReason ?? ''} Queued items will then be sent automatically.
        </Notice>
      )}
      {automation?.disabledAt && (
        <Notice
          icon={<Icon of={PlugZap} size={20} />}
          action={<Resume targets={['automation']} onChange={onChange} />}
        >
          <strong>
            The automation service stopped accepting reports on {formatMoment(automation.disabledAt)}.
          </strong>{' '}
          {automation.disabledReason ?? ''} They are kept here until you resume.
        </Notice>
      )}
      {office?.mail.disabledAt && (
        <Notice
          icon={<Icon of={PlugZap} size={20} />}
          action={<Resume targets={['copy', 'acknowledgement']} onChange={onChange} />}
        >
          <strong>No email has been sent since {formatMoment(office.mail.disabledAt)}.</strong>{' '}
          {office.mail.disabledReason ?? ''} Check SMTP_URL and MAIL_FROM. Emails are kept here until you
          resume.
        </Notice>
      )}
    </>
  )
}

/** Says that the server does not answer. */
export function NoAnswer({ since }: { since: Date }) {
  // The server did answer, with a refusal; the frame's notice says what to do.
  if (useAccount()?.isRefused) return null
  return (
    <Notice icon={<Icon of={CloudOff} size={20} />}>
      <strong>No answer from the server since {formatMoment(since)}.</strong> What you see may be out of date.
    </Notice>
  )
}

type ResumeProps = { targets: readonly DeliveryTarget[]; onChange: () => void }

function Resume({ targets, onChange }: ResumeProps) {
  const [busy, setBusy] = useState(false)
  const mayResume = useMay('write-office')

  async function resume() {
    setBusy(true)
    for (const target of targets) {
      const resumed = await retryDeliveries({ target, state: 'outstanding' })
      if (!resumed.ok) toast(`Couldn’t resume: ${resumed.failure.message}`, 'bad')
    }
    setBusy(false)
    onChange()
  }

  if (!mayResume) return null
  return (
    <Button look="secondary" busy={busy} onClick={() => void resume()}>
      Resume
    </Button>
  )
}
