import { z } from 'zod'
import { moment } from '../../openapi/answers.ts'

/** A claim as phones show it. */
export const CLAIM_SHOWN = z.object({
  id: z.uuid(),
  street: z.string(),
  street_name: z.string(),
  phone_name: z.string(),
  until: moment,
})
