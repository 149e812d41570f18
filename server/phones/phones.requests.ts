import { z } from 'zod'
import {
  MAX_LABEL,
  type PhoneLabel,
  type PhoneListed,
  type PhoneReport,
  type PhoneReported,
} from '#protocol/phones.ts'
import { storableText } from '../http/storable-text.ts'
import { count, momentOrNull, textOrNull } from '../openapi/answers.ts'

/** More sales than an agent makes in years. */
const MAX_COUNT = 100_000

const uuid = z.uuid().transform((id) => id.toLowerCase())
const sales = z.int().min(0).max(MAX_COUNT)
const text = (max: number) => storableText(max)

export const PHONE_REPORT: z.ZodType<PhoneReport> = z.strictObject({
  id: uuid,
  is_installed: z.boolean(),
  is_kept: z.boolean(),
  area: text(300).nullable(),
  unsent_sales: sales,
  unsent_signed: sales,
  unsent_since: z.iso
    .datetime({ offset: true })
    .transform((at) => new Date(at).toISOString())
    .nullable(),
  refused_sales: sales,
})

const state = z.enum(['active', 'suspended', 'wiping', 'wiped']).nullable()

export const PHONE_REPORTED: z.ZodType<PhoneReported> = z.object({ name: z.string(), state })

export const PHONE_PARAMS = z.object({ id: uuid })
export const PHONE_LABEL: z.ZodType<PhoneLabel> = z.strictObject({
  label: text(MAX_LABEL)
    .transform((label) => label.trim() || null)
    .nullable(),
})

export const PHONE_LISTED: z.ZodType<PhoneListed> = z.object({
  id: z.uuid(),
  name: z.string(),
  label: textOrNull,
  seen_at: momentOrNull,
  is_installed: z.boolean(),
  is_kept: z.boolean(),
  area: textOrNull,
  unsent_sales: count,
  unsent_signed: count,
  unsent_since: momentOrNull,
  refused_sales: count,
  won_sales: count,
  needs_attention: z.boolean(),
  state,
  state_since: momentOrNull,
  person: textOrNull,
})
export const PHONES_LISTED = z.object({ phones: z.array(PHONE_LISTED), more: z.boolean() })
