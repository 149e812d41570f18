import { z } from 'zod'
import {
  MAX_SALES_LISTED,
  MAX_SEARCH,
  OUTCOME_FILTERS,
  SALE_FILTERS,
  SALE_SORTS,
  SEARCHED_DAY,
  SEARCHED_PHONE,
} from '#protocol/office-sales.ts'

const PLACE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An empty field does not filter. */
const day = z.union([z.literal(''), z.iso.date().regex(SEARCHED_DAY)]).default('')

/** JavaScript takes 30 February for 2 March. */
const isMoment = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text

const SEARCHED = {
  search: z
    .string()
    .max(MAX_SEARCH)
    .refine((given) => given.isWellFormed() && !given.includes('\0'))
    .default(''),
  status: z.enum(SALE_FILTERS).default('all'),
  outcome: z.enum(OUTCOME_FILTERS).default('all'),
  phone: z.union([z.literal(''), z.string().regex(SEARCHED_PHONE)]).default(''),
  from: day,
  to: day,
  sort: z.enum(SALE_SORTS).default('newest'),
}

export const SALES_SEARCH = z.strictObject(SEARCHED)

export const SALES_QUERY = z.strictObject({
  ...SEARCHED,
  limit: z.coerce.number().int().min(1).max(MAX_SALES_LISTED).default(50),
  after: z
    .string()
    .regex(PLACE)
    .refine((place) => isMoment(place.split('_')[0] ?? ''))
    .optional(),
})
