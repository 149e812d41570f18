import { z } from 'zod'
import { ACTORS, type AuditPage, MAX_ACTS_LISTED, VERBS } from '#protocol/audit.ts'
import { searchedDay, storableText } from '../http/storable-text.ts'
import { count, moment, textOrNull } from '../openapi/answers.ts'

const SEARCHED = {
  verb: z.union([z.literal(''), z.enum(VERBS)]).default(''),
  session_id: storableText(200).default(''),
  from: searchedDay,
  to: searchedDay,
}

export const AUDIT_SEARCH = z.strictObject(SEARCHED)

export const AUDIT_QUERY = z.strictObject({
  ...SEARCHED,
  limit: z.coerce.number().int().min(1).max(MAX_ACTS_LISTED).default(50),
  before: z.coerce.number().int().min(1).optional(),
})

export const AUDIT_PAGE: z.ZodType<AuditPage> = z.object({
  acts: z.array(
    z.object({
      id: count,
      at: moment,
      actor: z.enum(ACTORS),
      actor_name: textOrNull,
      verb: z.enum(VERBS),
      object_id: textOrNull,
      object_name: textOrNull,
      session_id: textOrNull,
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      request_id: textOrNull,
    }),
  ),
  next: count.nullable(),
})
