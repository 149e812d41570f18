import type { CopyState } from '#domain/copy/copy-state.ts'
import type { Pounds } from '#domain/kernel/money.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'

/**
 * What the back office sees and repairs, besides the six endpoints of `ghl-sync`. All are under one path and need the
 * public key. Refusals have the shape of the data API's problems.
 *
 * - `GET /` returns {@link BackOffice}
 * - `GET /deliveries?target=&state=&limit=&before=` returns {@link DeliveryPage}, latest change first
 * - `GET /deliveries/:id` returns {@link DeliveryOpened}
 * - `GET /deliveries/:id/attempts` returns {@link DeliveryAttempt}[], newest first
 * - `POST /deliveries/retry` takes {@link DeliveriesToRetry} and returns `{queued}`, the number that are now due; for
 *   `automation` it also reopens a closed receiver
 * - `PUT /deliveries/:id` takes `{payload}`, which corrects a parked report to the automation service and queues it
 *   again, or `{customer}`, some of {@link SaleCustomer}, which corrects the customer of an unsigned sale and queues
 *   its push again
 * - `GET /lead-pull` returns {@link LeadPull} or null; `DELETE /lead-pull` stops a running one
 * - `GET /documents?session_id=` returns {@link SealedDocument}[], and `GET /documents/:session_id/:version.pdf` the
 *   file
 * - `POST /copy-code/revoke` `{session_id}` ends a customer's code and returns `{revoked}`; `POST /copy-code/renew`
 *   `{session_id}` replaces it and returns {@link CopyCode}
 * - `POST /copies/send-again` `{session_id}` mails the newest version of a sale's copy once more and returns `{queued}`
 * - `GET /sales?session_id=a&session_id=b` returns {@link SaleDeliveries}[], for at most 200 sales
 */
export const BACK_OFFICE_PATH = '/functions/v1/back-office'

/** The targets to which sales are delivered. */
export const SALE_TARGETS = ['crm', 'automation', 'seal', 'copy', 'acknowledgement'] as const
export type SaleTarget = (typeof SALE_TARGETS)[number]
export const DELIVERY_TARGETS = [...SALE_TARGETS, 'visits'] as const
export type DeliveryTarget = (typeof DELIVERY_TARGETS)[number]
export const DELIVERY_STATES = ['waiting', 'parked', 'delivered'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** One version of a sale's sealed document; hashes in hex. `findings` names what does not match or is missing. */
export type SealedDocument = {
  version: number
  pdf_sha256: string
  /** Null if what was shown was not recorded. */
  agreement_sha256: string | null
  sealed_at: string
  findings: string[]
}

/**
 * How many deliveries of a target wait, and how many are parked. `held`: how many of the waiting ones wait for the
 * release of their sale.
 */
export type DeliveryCounts = { waiting: number; held: number; parked: number }

/** Moments are UTC, ISO 8601. */
export type BackOffice = {
  provider: 'sandbox' | 'gohighlevel'
  crm: {
    /** Until when calls to the CRM are paused, with the reason; null if they are not. */
    pausedUntil: string | null
    pauseReason: string | null
    /** How many of the day's calls are left, by the CRM's last answer; null if it never said. */
    dailyRemaining: number | null
    dailyLimit: number | null
  }
  automation: {
    configured: boolean
    /** When and why the receiver said that it takes no more reports (410); null while it takes them. */
    disabledAt: string | null
    disabledReason: string | null
    /** Until when it asked for a pause, and its words; null if it did not. */
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
    /** When and why mail was stopped, because none could be sent; null while it is sent. */
    disabledAt: string | null
    disabledReason: string | null
    /** Until when the mail server asked for a pause, and why; null if it did not. */
    restsUntil: string | null
    restReason: string | null
  }
  counts: Record<DeliveryTarget, DeliveryCounts>
  /** Changes whenever the sync log or a delivery changes. Its text has no meaning. */
  version: string
  leadPull: LeadPull | null
}

/**
 * One row of the ledger, such as a sale's push to the CRM, one report to the automation service, or the visits at one
 * door. For visits, `session_id` is their lead and `customer_location` its address.
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
  /** When the last attempt ever was, even if `attempts` has started again; null if it was never tried. */
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
/** `next` is the `before` of the next page; null at the end. */
export type DeliveryPage = { deliveries: DeliveryListed[]; next: string | null }

/** The payload of a report; null for a push, which sends the current state, and if the report is no longer kept. */
export type DeliveryOpened = { payload: unknown }

/** The customer's details that go to the CRM; null until step 3 is finished. */
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
  /** The HTTP status, if there was an answer. */
  status: number | null
  message: string | null
  duration_ms: number
  /** The id by which to find it in the server's log. */
  request_id: string | null
}

/**
 * The deliveries to retry: by id, those of a sale, or those of a target that are parked (`outstanding`: parked or
 * waiting).
 */
export type DeliveriesToRetry =
  | { ids: number[] }
  | { target: DeliveryTarget; session_id: string }
  | { target: DeliveryTarget; state: 'parked' | 'outstanding' }

/** A pull of leads from the CRM: the running one, or the last one. */
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
  /** When the customer cancelled it, and whether that was by the last day; absent if they have not. */
  cancelled_at?: string
  cancelled_in_time?: boolean
  /**
   * Present if the office must release it before it reaches the CRM, the automation service or mail (docs/product
   * 26.6).
   */
  held?: true
  /** Present if the code shown at the door no longer opens the copy: it expired, or the office ended or replaced it. */
  code_ended?: true
  /** The state of the customer's copy; null until the agreement is signed. */
  copy_state: CopyState | null
  /** The moments that decide the last day to cancel (docs/product 13.1); null until the agreement is signed. */
  clock: { signed_at: string; informed_at: string | null } | null
} & Record<SaleTarget, SaleDelivery | null>
export type SaleDelivery = { state: DeliveryState; at: string; reason: string | null }

/** What a customer reported about a signed sale: that it is cancelled, or that something is not right. */
export type CustomerNotice = {
  kind: 'cancelled' | 'disputed'
  id: number
  session_id: string
  received_at: string
  /** May be empty. */
  words: string
  /** Whether a cancellation came by the last day; null for a dispute. */
  in_time: boolean | null
  /** When the mail server accepted our acknowledgement of a cancellation; null until then, and for a dispute. */
  acknowledged_at: string | null
  /** When the office dealt with it; null if it has not. */
  dealt_with_at: string | null
  customer_name: string | null
  /** The moment of signing, from which the order reference is derived. */
  contract_timestamp: string | null
}

/** A customer's code, `<token>.<agreement hash>`, which follows the `#` of the copy's address. The server keeps no token. */
export type CopyCode = { code: string; expires_at: string }
