import { z } from 'zod'
import {
  type CustomerEntered,
  DELIVERY_STATES,
  DELIVERY_TARGETS,
  type DeliveriesToRetry,
} from '#protocol/back-office.ts'
import type { SalesProgress } from '#protocol/functions.ts'
import type { ToDealWith } from '#protocol/office-lists.ts'
import { REPORT } from '../automation/report.ts'
import { storableText } from '../http/storable-text.ts'
import type { PageAsked } from './deliveries.queries.ts'
import { textToPageEnd } from './page-end.ts'

const MAX_ROWS = 200
const MAX_SALES = 200
const MAX_IDS = 1_000

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** Text that the database can store. */
const text = storableText()
const sessionId = text.max(200)

/** `?target=&state=&limit=&before=`. Without a target or state, all of them. */
export const PAGE_QUERY: z.ZodType<PageAsked> = z
  .strictObject({
    target: z.enum(DELIVERY_TARGETS).optional(),
    state: z.enum(DELIVERY_STATES).optional(),
    limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(50),
    before: z
      .string()
      .transform((text, context) => {
        const end = textToPageEnd(text)
        if (!end) context.addIssue({ code: 'custom', message: 'Not the end of a page' })
        return end
      })
      .optional(),
  })
  .transform(({ target, state, limit, before }) => ({
    targets: target ? [target] : DELIVERY_TARGETS,
    states: state ? [state] : DELIVERY_STATES,
    limit,
    before,
  }))

/** `?session_id=a&session_id=b`. */
export const SALES_QUERY = z.strictObject({
  session_id: z.union([z.array(sessionId).min(1).max(MAX_SALES), sessionId.transform((only) => [only])]),
})

export const SALE_PARAMS = z.object({ session_id: sessionId.min(1) })

export const ID_PARAMS = z.object({ id: z.coerce.number().pipe(id) })

export const RETRY_BODY: z.ZodType<DeliveriesToRetry> = z.union([
  z.strictObject({ ids: z.array(id).min(1).max(MAX_IDS) }),
  z.strictObject({ target: z.enum(DELIVERY_TARGETS), session_id: sessionId }),
  z.strictObject({ target: z.enum(DELIVERY_TARGETS), state: z.enum(['parked', 'outstanding']) }),
])

const CUSTOMER: z.ZodType<CustomerEntered> = z
  .strictObject({
    customer_name: text.exactOptional(),
    customer_email: text.exactOptional(),
    customer_phone: text.exactOptional(),
  })
  .refine((entered) => Object.keys(entered).length > 0)

/** A new payload for a report, or a new customer for the sale of a push. */
export type Correction = { payload: SalesProgress } | { customer: CustomerEntered }

const CUSTOMER_BODY = z.strictObject({ customer: CUSTOMER })
const REPORT_BODY = z.strictObject({ payload: REPORT })
export const CORRECTION_BODY = z.union([CUSTOMER_BODY, REPORT_BODY])

/** Returns the schema that a body is meant to match, so that a problem names the right fields. */
export const correctionBodyOf = (body: unknown): z.ZodType<Correction> =>
  typeof body === 'object' && body !== null && 'customer' in body ? CUSTOMER_BODY : REPORT_BODY

/** `?dealt_with=true` lists the entries that were dealt with, `false` the others. */
export const LIST_QUERY = z
  .strictObject({ dealt_with: z.enum(['true', 'false']).default('false') })
  .transform(({ dealt_with }) => ({ dealt_with: dealt_with === 'true' }))

export const DEAL_WITH_BODY: z.ZodType<ToDealWith> = z.union([
  z.strictObject({ kind: z.enum(['cancelled', 'disputed']), id, dealt_with: z.boolean() }),
  z.strictObject({
    kind: z.enum(['documents', 'do-not-knock']),
    session_id: sessionId.min(1),
    dealt_with: z.boolean(),
  }),
])
