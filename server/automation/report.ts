import { z } from 'zod'
import { PROGRESS_STEPS, REP, type SalesProgress } from '#protocol/functions.ts'
import { storableText } from '../http/storable-text.ts'

/** Text that the database can hold. */
const text = storableText()

/** A progress report, with exactly the webhook's fields (docs/product 9.7). */
export const REPORT: z.ZodType<SalesProgress, unknown> = z.strictObject({
  session_id: text.min(1).max(200),
  step: z.enum(PROGRESS_STEPS),
  name: text,
  email: text,
  phone: text,
  address: text,
  product: text,
  voucher_used: z.number().nonnegative(),
  rep: text.transform(() => REP),
  id_document: z.literal(''),
  signature: z.union([z.literal(''), z.string().regex(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+={0,2}$/)]),
  raw_data: z.strictObject({
    hasCustomer: z.boolean(),
    hasLocation: z.boolean(),
    hasEligibility: z.boolean(),
    hasService: z.boolean(),
    hasContract: z.boolean(),
    hasIdDocument: z.boolean().transform(() => false),
    hasSignature: z.boolean(),
  }),
})
