import { z } from 'zod'
import { DOOR_STATES } from '#domain/street/door.ts'
import { OUTCOMES } from '#domain/street/outcome.ts'
import { count, momentOrNull, textOrNull } from '../../openapi/answers.ts'
import type { Description } from '../../openapi/description.ts'
import { CLAIM_SHOWN } from '../claims/description.ts'
import { ENTRY_FOR_PHONES } from '../register/descriptions.ts'

const DOOR = z.object({
  lead_id: z.uuid(),
  state: z.enum(DOOR_STATES),
  next_on: textOrNull,
  next_at: textOrNull,
  last_outcome: z.enum(OUTCOMES).nullable(),
  last_at: momentOrNull,
  tries: count,
})

const degrees = z.number().nullable()
const PLACE = z.object({ lead_id: z.uuid(), uprn: textOrNull, lat: degrees, lon: degrees })

/** Describes the feed of the street for clients. */
export const STREET: Description = {
  summary: 'Read what phones must know about the doors in an area, including the do-not-knock register',
  query: z.object({ area: z.string().optional(), parts: z.string().optional() }),
  answer: z.object({
    life: z.string(),
    doors: z.array(DOOR).optional(),
    claims: z.array(CLAIM_SHOWN).optional(),
    places: z.array(PLACE).optional(),
    attributions: z.array(z.string()).optional(),
    register: z.array(ENTRY_FOR_PHONES).optional(),
  }),
}
