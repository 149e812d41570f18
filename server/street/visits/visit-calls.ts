import { z } from 'zod'
import { OUTCOMES } from '#domain/street/outcome.ts'
import { MAX_NOTE_LENGTH, type Visit } from '#domain/street/visit.ts'
import { MAX_VISITS_A_CALL, type VisitCall } from '#protocol/visits.ts'
import { storableText } from '../../http/storable-text.ts'

const text = (max: number) => storableText(max)

/** PostgreSQL writes ids in lower case. */
const uuid = z.uuid().transform((id) => id.toLowerCase())
const blankAsNull = (value: string | null) => value?.trim() || null

/** A visit to be stored, without its arrival. */
export type GivenVisit = Omit<Visit, 'received_at'>

const VISIT: z.ZodType<GivenVisit, VisitCall> = z
  .strictObject({
    id: uuid,
    lead_id: uuid,
    outcome: z.enum(OUTCOMES),
    occurred_at: z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString()),
    note: text(MAX_NOTE_LENGTH).nullish().default(null).transform(blankAsNull),
    call_back_on: z.iso.date().nullish().default(null),
    call_back_at: z.iso.time({ precision: -1 }).nullish().default(null),
    undoes: uuid.nullish().default(null),
    phone: text(100).nullish().default(null).transform(blankAsNull),
  })
  .refine(({ id, undoes }) => id !== undoes, { path: ['undoes'] })
  .refine(
    ({ outcome, call_back_on, undoes }) =>
      undoes !== null || (outcome === 'call-back') === (call_back_on !== null),
    { path: ['call_back_on'] },
  )
  .refine(({ call_back_on, call_back_at }) => call_back_at === null || call_back_on !== null, {
    path: ['call_back_at'],
  })

const VISITS = z.array(VISIT).min(1).max(MAX_VISITS_A_CALL)

/** Reads one visit, or an array of them. */
export const readVisits = (body: unknown) => (Array.isArray(body) ? VISITS : VISIT).safeParse(body)

export const VISITS_QUERY = z.object({ lead_id: uuid })
