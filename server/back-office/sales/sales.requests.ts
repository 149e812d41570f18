import { z } from 'zod'
import {
  MAX_SALES_LISTED,
  MAX_SEARCH,
  OUTCOME_FILTERS,
  SALE_FILTERS,
  SALE_SORTS,
  SEARCHED_ID,
} from '#protocol/office-sales.ts'
import { searchedDay, storableText } from '../../http/storable-text.ts'

const PLACE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Rejects 30 February, which JavaScript takes for 2 March. */
const isMoment = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text

const searchedId = z.union([z.literal(''), z.string().regex(SEARCHED_ID)]).default('')

const SEARCHED = {
  search: storableText(MAX_SEARCH).default(''),
  status: z.enum(SALE_FILTERS).default('all'),
  outcome: z.enum(OUTCOME_FILTERS).default('all'),
  owner: searchedId,
  phone: searchedId,
  from: searchedDay,
  to: searchedDay,
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
