import { z } from 'zod'
import type { CancellationReceived, CustomersCopy } from '#protocol/copy.ts'
import { count, hash, moment, momentOrNull, pounds } from '../openapi/answers.ts'
import type { Description } from '../openapi/description.ts'

const token = z.string().regex(/^[A-Za-z0-9_-]{22}$/)
const postcode = z.string().min(1).max(200)
const words = z
  .string()
  .trim()
  .max(2_000)
  .refine((value) => value.isWellFormed() && !value.includes('\0'))

const TOKEN = z.strictObject({ token })
const DOCUMENT = z.strictObject({ token, postcode })
const CANCEL = z.strictObject({ token, postcode, words })
const DISPUTE = z.strictObject({ token, words: words.min(1) })

const COPY: z.ZodType<CustomersCopy> = z.object({
  order_reference: z.string(),
  company: z.string(),
  contact: z.object({ phone: z.string().nullable(), email: z.string().nullable() }),
  package: z.object({ name: z.string(), speed: z.string() }),
  prices: z.object({ monthly: pounds, installation: pounds, discount: pounds }),
  installation_in_words: z.string(),
  signed_at: moment,
  received_at: moment,
  clock: z.array(z.string()),
  copy_state: z.string(),
  came_late: z.boolean(),
  confirmed_at: momentOrNull,
  cancelled_at: momentOrNull,
  acknowledged_at: momentOrNull,
  documents: z.array(
    z.object({
      version: count,
      pdf_sha256: hash,
      agreement_sha256: hash.nullable(),
      sealed_at: moment,
      statement: z.string(),
    }),
  ),
})
const CANCELLED: z.ZodType<CancellationReceived> = z.object({ received_at: moment, in_time: z.boolean() })
const RECEIVED = z.object({ received_at: moment })

/** Describes the requests of the customer's page and the answers to them (docs/product 13.6). */
export const DESCRIPTIONS = {
  open: { summary: 'Open a customer’s copy by its code', body: TOKEN, answer: COPY, isOpen: true },
  confirm: {
    summary: 'Confirm that the documents were received',
    body: TOKEN,
    answer: RECEIVED,
    isOpen: true,
  },
  dispute: { summary: 'Say that something is not right', body: DISPUTE, answer: RECEIVED, isOpen: true },
  cancel: { summary: 'Cancel the agreement', body: CANCEL, answer: CANCELLED, isOpen: true },
  document: {
    summary: 'Download the sealed document',
    body: DOCUMENT,
    answer: 'application/pdf',
    isOpen: true,
  },
} satisfies Record<string, Description>
