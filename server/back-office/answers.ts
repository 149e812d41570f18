import { z } from 'zod'
import { OPPORTUNITY_STATUSES } from '#domain/opportunity/status.ts'
import {
  type BackOffice,
  type CopyCode,
  DELIVERY_STATES,
  DELIVERY_TARGETS,
  type DeliveryAttempt,
  type DeliveryListed,
  type DeliveryOpened,
  type DeliveryPage,
  type DeliveryTarget,
  type LeadPull,
  SALE_TARGETS,
  type SaleDeliveries,
  type SaleDelivery,
  type SealedDocument,
} from '#protocol/back-office.ts'
import { perTarget } from '../deliveries/targets.ts'
import { count, hash, moment, momentOrNull, pounds, textOrNull } from '../openapi/answers.ts'

/** The answers of the back office (`protocol/back-office.ts`), for `/openapi.json`. */

/** Describes an object with the same value for each of these targets. */
const objectOf = <Target extends DeliveryTarget, Value extends z.ZodType>(
  targets: readonly Target[],
  value: Value,
) => z.object(perTarget(targets, () => value))

const rests = { restsUntil: momentOrNull, restReason: textOrNull }
const receiver = z.object({
  configured: z.boolean(),
  disabledAt: momentOrNull,
  disabledReason: textOrNull,
  ...rests,
})

const pull = z.object({
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  seen: count,
  total: count.nullable(),
  started_at: moment,
  finished_at: momentOrNull,
  message: textOrNull,
})
export const LEAD_PULL: z.ZodType<LeadPull | null> = pull.nullable()

export const BACK_OFFICE: z.ZodType<BackOffice> = z.object({
  provider: z.enum(['sandbox', 'gohighlevel']),
  crm: z.object({
    pausedUntil: momentOrNull,
    pauseReason: textOrNull,
    dailyRemaining: z.int().nullable(),
    dailyLimit: z.int().nullable(),
  }),
  automation: receiver,
  seal: z.object({ reason: textOrNull, expiresAt: momentOrNull }),
  mail: receiver,
  counts: objectOf(DELIVERY_TARGETS, z.object({ waiting: count, held: count, parked: count })),
  version: z.string(),
  leadPull: LEAD_PULL,
})

const delivery: z.ZodType<DeliveryListed> = z.object({
  id: count,
  target: z.enum(DELIVERY_TARGETS),
  session_id: z.string(),
  sequence: z.int(),
  step: textOrNull,
  state: z.enum(DELIVERY_STATES),
  attempts: count,
  reason: textOrNull,
  wanted: count,
  delivered: count,
  due_at: moment,
  created_at: moment,
  updated_at: moment,
  last_tried_at: momentOrNull,
  is_behind: z.boolean(),
  is_held: z.boolean(),
  customer_name: textOrNull,
  customer_location: textOrNull,
  sale_status: z.enum(OPPORTUNITY_STATUSES).nullable(),
  ghl_opportunity_id: textOrNull,
  lead_id: textOrNull,
  service_package_name: textOrNull,
  voucher_amount: pounds.nullable(),
  total_value: pounds.nullable(),
})
export const DELIVERY_PAGE: z.ZodType<DeliveryPage> = z.object({
  deliveries: z.array(delivery),
  next: textOrNull,
})
export const DELIVERY_OPENED: z.ZodType<DeliveryOpened> = z.object({ payload: z.unknown() })

export const ATTEMPTS: z.ZodType<DeliveryAttempt[]> = z.array(
  z.object({
    id: count,
    at: moment,
    ok: z.boolean(),
    status: z.int().nullable(),
    message: textOrNull,
    duration_ms: z.number(),
    request_id: textOrNull,
  }),
)

export const QUEUED = z.object({ queued: count })
export const REVOKED = z.object({ revoked: z.literal(true) })
export const COPY_CODE: z.ZodType<CopyCode> = z.object({ code: z.string(), expires_at: moment })

export const copyState = z.object({
  state: z.enum([
    'being-sealed',
    'sent',
    'accepted',
    'refused',
    'paper-given',
    'paper',
    'no-address',
    'no-mail',
    'not-mailed',
    'not-recorded',
  ]),
  at: momentOrNull,
  reason: textOrNull,
  number: z.string().exactOptional(),
})
const saleDelivery: z.ZodType<SaleDelivery> = z.object({
  state: z.enum(DELIVERY_STATES),
  at: moment,
  reason: textOrNull,
})
export const deliveriesOfSale = objectOf(SALE_TARGETS, saleDelivery.nullable())

export const SALES: z.ZodType<SaleDeliveries[]> = z.array(
  z.object({
    session_id: z.string(),
    received_at: momentOrNull,
    cancelled_at: moment.exactOptional(),
    cancelled_in_time: z.boolean().exactOptional(),
    held: z.literal(true).exactOptional(),
    code_ended: z.literal(true).exactOptional(),
    copy_state: copyState.nullable(),
    clock: z.object({ signed_at: moment, informed_at: momentOrNull }).nullable(),
    ...deliveriesOfSale.shape,
  }),
)

export const DOCUMENTS: z.ZodType<SealedDocument[]> = z.array(
  z.object({
    version: count,
    pdf_sha256: hash,
    agreement_sha256: hash.nullable(),
    sealed_at: moment,
    findings: z.array(z.string()),
  }),
)
