import { z } from 'zod'
import type { EvidenceCall } from '#protocol/evidence.ts'

/** Text that UTF-8 and the database can store. */
const text = z
  .string()
  .max(10_000)
  .refine((value) => value.isWellFormed() && !value.includes('\0'))
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const moment = z.iso.datetime()
const randomBytes = z.string().regex(/^[A-Za-z0-9_-]{22}$/)
const choices = z.strictObject({ copy: z.enum(['email', 'paper']), begin_early: z.boolean() })
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(1_000)

const block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal(['heading', 'paragraph']), text }),
  z.strictObject({ kind: z.literal('list'), items: listOf(text) }),
  z.strictObject({ kind: z.literal('facts'), rows: listOf(z.tuple([text, text])) }),
])

const company = z.strictObject({
  name: text.nullable(),
  address: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  number: text.nullable(),
  provider_name: text.nullable(),
  provider_address: text.nullable(),
  complaints_url: text.nullable(),
  adr_scheme: text.nullable(),
  network_technology: text.nullable(),
  equipment: z.enum(['loan', 'sold']),
})

/**
 * The agreement. A template or package that this release does not know becomes a finding; it is no reason to refuse.
 */
const agreement = z.strictObject({
  template: text,
  nonce: randomBytes,
  company,
  copy_url: text,
  customer: z.strictObject({ name: text, email: text }),
  premises: text,
  package: z.strictObject({ id: text, name: text, speed: text, features: listOf(text) }),
  prices: z.strictObject({
    monthly: z.number(),
    installation: z.number(),
    discount: z.number(),
    total_value: z.number(),
    minimum_term_months: z.number(),
    over_minimum_term: z.number(),
  }),
  choices,
  sections: listOf(z.strictObject({ id: text, title: text, blocks: listOf(block) })),
})

const source = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal(['bduk-premises', 'supplier-eligible']),
    version: text,
    sha256,
    month: text,
    attribution: text,
  }),
  z.strictObject({ kind: z.literal('voucher-areas'), area: text, checkedOn: text, url: text.nullable() }),
])

/** The voucher verdict. A rule or answer that this release does not know is kept as it was shown. */
const voucherVerdict = z.strictObject({
  answer: text,
  reasons: listOf(text),
  level: z.discriminatedUnion('of', [
    z.strictObject({ of: z.literal('premises'), uprn: text }),
    z.strictObject({
      of: z.literal('postcode'),
      postcode: text,
      premises: z.number(),
      unanimous: z.boolean(),
    }),
    z.strictObject({ of: z.literal('nothing') }),
  ]),
  sources: listOf(source),
  maxVoucher: z.number().nullable(),
  rule: text,
  checkedAt: moment,
})

const evidence = z.strictObject({
  session_id: text.min(1).max(200),
  agreement_sha256: sha256,
  shown_at: moment.nullable(),
  end_reached_at: moment.nullable(),
  signed_at: moment,
  clock: z.strictObject({
    zone: text.max(100),
    utc_offset_minutes: z.number(),
    server_ahead_ms: z.number().nullable(),
  }),
  signature: z.strictObject({
    kind: z.enum(['drawn', 'typed']),
    image_sha256: sha256,
    strokes: listOf(z.array(z.tuple([z.number(), z.number(), z.number()])).max(10_000)),
  }),
  choices,
  voucher_verdict: voucherVerdict.optional(),
  app: text.max(200),
})

export const EVIDENCE_CALL = z.strictObject({
  token: randomBytes,
  agreement,
  evidence,
  receipt: z.string().max(4_000).optional(),
}) as unknown as z.ZodType<EvidenceCall, unknown>
