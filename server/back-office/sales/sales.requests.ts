import { z } from 'zod'
import { MAX_SALES_LISTED, SALE_SORTS, SALE_STATUSES, SEARCHED_DAY } from '#protocol/office-sales.ts'

const MAX_TEXT = 300
const PLACE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A field that is left empty is as good as none. */
const day = z.union([z.literal(''), z.iso.date().regex(SEARCHED_DAY)]).default('')

const SEARCHED = {
  search: z
    .string()
    .max(MAX_TEXT)
    .refine((given) => given.isWellFormed() && !given.includes('\0'))
    .default(''),
  status: z.enum(SALE_STATUSES).default('all'),
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
    .refine((place) => !Number.isNaN(Date.parse(place.split('_')[0] ?? '')))
    .optional(),
})
