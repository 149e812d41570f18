import type { ComponentType } from 'react'
import type { BackOffice, DeliveryListed, DeliveryTarget } from '#protocol/back-office.ts'
import { CorrectCustomer } from './correct-customer.tsx'
import { CorrectReport } from './correct-report.tsx'
import type { Holds } from './delivery-progress.ts'
import { retryPush, retryReport } from './retry-delivery.ts'

export type CorrectionProps = { delivery: DeliveryListed; onChange: () => void }

type TargetView = {
  tab: string
  allDelivered: string
  /** Shown while the target is not set up. */
  notSetUp?: string
  isSetUp: (office: BackOffice) => boolean
  holdsOf: (office: BackOffice) => Holds
  retry: (delivery: DeliveryListed) => Promise<void>
  /** The form for a parked delivery. */
  Correction?: ComponentType<CorrectionProps>
}

const MAIL: Pick<TargetView, 'notSetUp' | 'isSetUp' | 'holdsOf' | 'retry'> = {
  notSetUp: 'No mail service is set up. Set SMTP_URL and MAIL_FROM to email customers.',
  isSetUp: ({ mail }) => mail.configured,
  holdsOf: ({ mail: { configured, disabledAt, restsUntil } }) => {
    if (!configured) return { heldUntil: 'a mail service is set up' }
    if (disabledAt !== null) return { heldUntil: 'Resume is pressed' }
    return { pausedUntil: restsUntil ?? undefined }
  },
  retry: retryReport,
}

/** How the back office shows and repairs the deliveries of each target. */
export const TARGETS: Record<DeliveryTarget, TargetView> = {
  crm: {
    tab: 'CRM pushes',
    allDelivered: 'All caught up. Every sale is in the CRM.',
    isSetUp: () => true,
    holdsOf: ({ crm }) => ({ pausedUntil: crm.pausedUntil ?? undefined }),
    retry: retryPush,
    Correction: CorrectCustomer,
  },
  automation: {
    tab: 'Automation',
    allDelivered: 'All caught up. Every report has reached the automation service.',
    notSetUp: 'No automation service is set up. Set WEBHOOK_URL to send it each completed step.',
    isSetUp: ({ automation }) => automation.configured,
    holdsOf: ({ automation: { configured, disabledAt, restsUntil } }) => {
      if (!configured) return { heldUntil: 'an automation service is set up' }
      if (disabledAt !== null) return { heldUntil: 'Resume is pressed' }
      return { pausedUntil: restsUntil ?? undefined }
    },
    retry: retryReport,
    Correction: CorrectReport,
  },
  seal: {
    tab: 'Documents',
    allDelivered: 'All clear. Every signed sale has its sealed document.',
    isSetUp: () => true,
    holdsOf: ({ seal }) =>
      seal.reason === null ? {} : { heldUntil: `the seal key can be used (${seal.reason})` },
    retry: retryReport,
  },
  copy: { tab: 'Copies', allDelivered: 'All caught up. The mail server has accepted every copy.', ...MAIL },
  acknowledgement: {
    tab: 'Cancellations',
    allDelivered: 'All caught up. The mail server has accepted every acknowledgement.',
    ...MAIL,
  },
  visits: {
    tab: 'Visits',
    allDelivered: 'All caught up. Every visit is in the CRM.',
    isSetUp: () => true,
    holdsOf: ({ crm }) => ({ pausedUntil: crm.pausedUntil ?? undefined }),
    retry: retryReport,
  },
}
