import { z } from 'zod'
import { HOLDS } from '#domain/access/hold.ts'
import { OPPORTUNITY_STATUSES } from '#domain/opportunity/status.ts'
import { REGISTER_REASONS } from '#domain/street/register-terms.ts'
import type { CustomerNotice } from '#protocol/back-office.ts'
import type { DocumentsNotGiven } from '#protocol/office-lists.ts'
import type { SaleEvent } from '#protocol/sale-record.ts'
import { count, moment, momentOrNull, pounds, textOrNull } from '../openapi/answers.ts'
import { copyState, deliveriesOfSale } from './answers.ts'
import { SALE_OUTCOME } from './outcomes/outcomes.requests.ts'

/**
 * The answers with the record of a sale and with what the office has to deal with (`protocol/sale-record.ts`,
 * `office-lists.ts`).
 */

export const CUSTOMER_NOTICES: z.ZodType<CustomerNotice[]> = z.array(
  z.object({
    kind: z.enum(['cancelled', 'disputed']),
    id: count,
    session_id: z.string(),
    received_at: moment,
    words: z.string(),
    in_time: z.boolean().nullable(),
    acknowledged_at: momentOrNull,
    dealt_with_at: momentOrNull,
    customer_name: textOrNull,
    contract_timestamp: momentOrNull,
  }),
)

export const DOCUMENTS_NOT_GIVEN: z.ZodType<DocumentsNotGiven> = z.object({
  count,
  sales: z.array(
    z.object({
      session_id: z.string(),
      since: moment,
      customer_name: textOrNull,
      customer_location: textOrNull,
      contract_timestamp: momentOrNull,
      copy_state: copyState.nullable(),
      dealt_with_at: momentOrNull,
    }),
  ),
})

export const DEALT_WITH = z.object({ dealt_with_at: momentOrNull })

const sale = z.object({
  session_id: z.string(),
  status: z.enum(OPPORTUNITY_STATUSES),
  customer_name: textOrNull,
  customer_email: textOrNull,
  customer_phone: textOrNull,
  customer_location: textOrNull,
  service_package_name: textOrNull,
  service_speed: textOrNull,
  service_monthly_price: pounds.nullable(),
  total_value: pounds.nullable(),
  contract_timestamp: momentOrNull,
  received_at: momentOrNull,
  created_at: moment,
  phone: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  owner: textOrNull,
  held: z.object({ hold: z.enum(HOLDS), since: moment }).nullable(),
})

const evidence = z.object({
  received_at: moment,
  copy: z.enum(['email', 'paper']),
  findings: z.array(z.object({ code: z.string(), details: z.array(z.string()) })),
  code_expires_at: moment,
  chain: z.object({ events: count, is_whole: z.boolean() }),
})

export const SALE_RECORD = z.object({
  sale,
  cancel: z.object({ last_day: z.iso.date(), informed_at: momentOrNull }).nullable(),
  evidence: evidence.nullable(),
  copy_state: copyState.nullable(),
  deliveries: deliveriesOfSale,
  seal_reason: textOrNull,
  notices: CUSTOMER_NOTICES,
  register: z
    .object({ reason: z.enum(REGISTER_REASONS), asked_at: moment, dealt_with_at: momentOrNull })
    .nullable(),
  outcomes: z.array(SALE_OUTCOME),
})

export const TIMELINE: z.ZodType<SaleEvent[]> = z.array(
  z.object({
    at: moment,
    kind: z.string(),
    actor: z.enum(['customer', 'agent', 'office', 'server']),
    phone: z.string().exactOptional(),
    owner: z.string().exactOptional(),
    request_id: z.string().exactOptional(),
    details: z.record(z.string(), z.unknown()),
  }),
)
