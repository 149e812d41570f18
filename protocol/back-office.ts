import type { CopyState } from '#domain/copy/copy-state.ts'
import type { Pounds } from '#domain/kernel/money.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'

/**
 * What the back office sees and repairs, beside the six endpoints of `ghl-sync`. All under one path, all with the
 * public key; refusals have the shape of the data API's problems.
 *
 * - `GET /` answers {@link BackOffice}
 * - `GET /deliveries?target=&state=&limit=&before=` answers {@link DeliveryPage}, latest change first
 * - `GET /deliveries/:id` answers {@link DeliveryOpened}
 * - `GET /deliveries/:id/attempts` answers {@link DeliveryAttempt}[], newest first
 * - `POST /deliveries/retry` takes {@link DeliveriesToRetry}, answers `{queued}`: how many fall due now; of `automation`
 *   it also reopens a closed receiver
 * - `PUT /deliveries/:id` takes `{payload}`: corrects a parked report to the automation service and queues it again; or
 *   `{customer}`, some of {@link SaleCustomer}: corrects the customer of an unsigned sale and queues its push again
 * - `GET /lead-pull` answers {@link LeadPull} or null; `DELETE /lead-pull` stops the one that runs
 * - `GET /documents?session_id=` answers {@link SealedDocument}[], `GET /documents/:session_id/:version.pdf` the file
 * - `POST /copy-code/revoke` `{session_id}` ends a customer's code and answers `{revoked}`; `POST /copy-code/renew`
 *   `{session_id}` replaces it and answers {@link CopyCode}
 * - `POST /copies/send-again` `{session_id}` mails the newest version of a sale's copy once more and answers `{queued}`
 * - `GET /sales?session_id=a&session_id=b` answers {@link SaleDeliveries}[], for at most 200 sales
 */
export const BACK_OFFICE_PATH = '/functions/v1/back-office'

/** What sales are delivered to. */
export const SALE_TARGETS = ['crm', 'automation', 'seal', 'copy', 'acknowledgement'] as const
export type SaleTarget = (typeof SALE_TARGETS)[number]
export const DELIVERY_TARGETS = [...SALE_TARGETS, 'visits'] as const
export type DeliveryTarget = (typeof DELIVERY_TARGETS)[number]
export const DELIVERY_STATES = ['waiting', 'parked', 'delivered'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** One version of a sale's sealed document; hashes in hex. `findings` names what does not fit or is missing. */
export type SealedDocument = {
  version: number
  pdf_sha256: string
  /** Null if what was shown was not recorded. */
  agreement_sha256: string | null
  sealed_at: string
  findings: string[]
}

/** How many deliveries of a target wait and are parked. `held`: how many of those that wait do so until a sale is released. */
export type DeliveryCounts = { waiting: number; held: number; parked: number }

/** Moments are UTC, ISO 8601. */
export type BackOffice = {
  provider: 'sandbox' | 'gohighlevel'
  crm: {
    /** Calls of the CRM rest until then, with the reason; null when they do not rest. */
    pausedUntil: string | null
    pauseReason: string | null
    /** What is left of the day's calls, as the CRM last said; null when it never said. */
    dailyRemaining: number | null
    dailyLimit: number | null
  }
  automation: {
    configured: boolean
    /** When and why the receiver said that it wants no more (410); null when it takes reports. */
    disabledAt: string | null
    disabledReason: string | null
    /** Until when it asked to be left alone, and its words; null when it takes reports. */
    restsUntil: string | null
    restReason: string | null
  }
  seal: {
    /** Why nothing is sealed; null if documents are. */
    reason: string | null
    /** When the certificate ends, if that is within 60 days. */
    expiresAt: string | null
  }
  mail: {
    configured: boolean
    /** When and why mails were stopped, because no mail could be sent; null while they are sent. */
    disabledAt: string | null
    disabledReason: string | null
    /** Until when the mail server asked for a pause, and why; null if it did not. */
    restsUntil: string | null
    restReason: string | null
  }
  counts: Record<DeliveryTarget, DeliveryCounts>
  /** Another one whenever the sync log or a delivery has changed since; its text has no meaning. */
  version: string
  leadPull: LeadPull | null
}

/**
 * One row of the ledger: a sale's push to the CRM, one report to the automation service, or the visits at one door. Visits
 * name their lead as `session_id`, and its address as `customer_location`.
 */
export type DeliveryListed = {
  id: number
  target: DeliveryTarget
  session_id: string
  sequence: number
  /** The step of a report; null for a push. */
  step: string | null
  state: DeliveryState
  attempts: number
  reason: string | null
  /** The newest version that the target should have, and the newest that it is known to have. */
  wanted: number
  delivered: number
  due_at: string
  created_at: string
  updated_at: string
  /** The last attempt ever, even if `attempts` has started again; null if it was never tried. */
  last_tried_at: string | null
  /** Whether it waits for an earlier delivery of its sale. */
  is_behind: boolean
  /** Whether it waits until the office releases its sale. */
  is_held: boolean
  customer_name: string | null
  customer_location: string | null
  sale_status: OpportunityStatus | null
  ghl_opportunity_id: string | null
  /** What a retry by hand sends to the CRM. Before a package is chosen, the voucher is the lead's. */
  lead_id: string | null
  service_package_name: string | null
  voucher_amount: Pounds | null
  total_value: Pounds | null
}
/** `next` is what to ask for with `before`; null at the end. */
export type DeliveryPage = { deliveries: DeliveryListed[]; next: string | null }

/** The payload of a report; null for a push, which sends the current state, and if the report is no longer kept. */
export type DeliveryOpened = { payload: unknown }

/** The customer's details that go to the CRM; null before step 3 is finished. */
export type SaleCustomer = {
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
}
export type CustomerField = keyof SaleCustomer
export type CustomerEntered = { [Field in CustomerField]?: string }

export type DeliveryAttempt = {
  id: number
  at: string
  ok: boolean
  /** HTTP status, where there was an answer. */
  status: number | null
  message: string | null
  duration_ms: number
  /** By which it is found in the server's log. */
  request_id: string | null
}

/** Some by id, or those of a sale, or all of a target that are parked, or all that wait as well. */
export type DeliveriesToRetry =
  | { ids: number[] }
  | { target: DeliveryTarget; session_id: string }
  | { target: DeliveryTarget; state: 'parked' | 'outstanding' }

/** A pull of leads from the CRM: the one that runs, or the last that ended. */
export type LeadPull = {
  state: 'running' | 'done' | 'failed' | 'cancelled'
  /** Leads received so far. */
  seen: number
  /** How many leads there are in all, if the CRM says so. */
  total: number | null
  started_at: string
  finished_at: string | null
  message: string | null
}

/** The state of a sale's delivery to each target; null if there is nothing to deliver. */
export type SaleDeliveries = {
  session_id: string
  received_at: string | null
  /** If the customer has cancelled it, when, and whether that was by the last day. */
  cancelled_at?: string
  cancelled_in_time?: boolean
  /** If the office has to release it before it reaches CRM, automation or mail (docs/product 26.6). */
  held?: true
  /** How the customer's copy fares; null until the agreement is signed. */
  copy_state: CopyState | null
  /** From which the last day to cancel follows (docs/product 13.1); null until the agreement is signed. */
  clock: { signed_at: string; informed_at: string | null } | null
} & Record<SaleTarget, SaleDelivery | null>
export type SaleDelivery = { state: DeliveryState; at: string; reason: string | null }

/** What a customer said of a signed sale: that it is cancelled, or that something is not right. */
export type CustomerNotice = {
  kind: 'cancelled' | 'disputed'
  id: number
  session_id: string
  received_at: string
  /** May be empty. */
  words: string
  /** Whether a cancellation came by the last day; null for a dispute. */
  in_time: boolean | null
  /** When the mail server accepted our acknowledgement of a cancellation; null before, and for a dispute. */
  acknowledged_at: string | null
  /** When the office had dealt with it; null if it has not. */
  dealt_with_at: string | null
  customer_name: string | null
  /** From which the order reference follows. */
  contract_timestamp: string | null
}

/** A customer's code, `<token>.<agreement hash>`, which follows the `#` of the copy's address. The server keeps no token. */
export type CopyCode = { code: string; expires_at: string }
