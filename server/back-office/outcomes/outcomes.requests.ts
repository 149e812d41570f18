import { z } from 'zod'
import {
  MAX_CLAWBACK,
  MAX_OUTCOME_WORDS,
  type NewOutcome,
  SALE_OUTCOMES,
  type SaleOutcome,
} from '#domain/after-signature/sale-outcome.ts'
import { storableText } from '../../http/storable-text.ts'
import { moment, momentOrNull, pounds } from '../../openapi/answers.ts'
import { SALE_PARAMS } from '../requests.ts'

const id = z.uuid().toLowerCase()
const isWhole = (pence: number) => Math.abs(pence - Math.round(pence)) < 1e-6

/** A new outcome. `refuseOutcome` decides whether it makes sense for its sale. */
export const NEW_OUTCOME: z.ZodType<NewOutcome> = z.strictObject({
  id,
  kind: z.enum(SALE_OUTCOMES),
  happened_on: z.iso.date(),
  amount: z
    .number()
    .min(0.01)
    .max(MAX_CLAWBACK)
    .refine((amount) => isWhole(amount * 100))
    .nullish()
    .transform((amount) => amount ?? null),
  words: storableText(MAX_OUTCOME_WORDS).default(''),
})

export const OUTCOME_PARAMS = SALE_PARAMS.extend({ id })
export const OUTCOME_MARK = z.strictObject({ taken_back: z.boolean() })

export const SALE_OUTCOME: z.ZodType<SaleOutcome> = z.object({
  id: z.uuid(),
  kind: z.enum(SALE_OUTCOMES),
  happened_on: z.iso.date(),
  amount: pounds.nullable(),
  words: z.string(),
  recorded_at: moment,
  taken_back_at: momentOrNull,
})
