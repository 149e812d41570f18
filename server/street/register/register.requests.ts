import { z } from 'zod'
import { canBeEntered } from '#domain/street/do-not-knock.ts'
import {
  LIFT_REASONS,
  REGISTER_REASONS,
  REGISTER_SCOPES,
  REGISTER_SOURCES,
} from '#domain/street/register-terms.ts'
import { type DoorEntry, type NewEntry, type NewPlace, REGISTER_STATES } from '#protocol/register.ts'
import { storableText } from '../../http/storable-text.ts'
import { placeOf } from './entry-of.ts'

const MAX_ENTRIES = 500
const MAX_POSTCODES = 200
const MAX_TEXT = 300
const MAX_PAGE = 200

const id = z.uuid().toLowerCase()
const text = storableText(MAX_TEXT)
const filled = text.refine((given) => given.trim() !== '')
const uprn = z.string().regex(/^(?=.*[1-9])\d{1,12}$/)
const postcode = text.regex(/^\s*[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}\s*$/i)

/** Returns true if a place has a key. Without one, it would cover every lead with a similar address. */
const isSomewhere = (place: NewPlace) => {
  const { uprn, address_key, street_key, postcodes } = placeOf(place)
  return uprn !== null || /\|./.test(address_key ?? street_key ?? '') || Boolean(postcodes)
}

/**
 * Agents may call at a lead without a valid postcode, so an invalid one is no reason to refuse its entry. Without any
 * postcode or UPRN the entry would protect no door; only its visit closes the door then (docs/product 16.7).
 */
const DOOR_ENTRY: z.ZodType<DoorEntry> = z
  .strictObject({
    id,
    scope: z.enum(['household', 'sticker']),
    at: z.iso.datetime(),
    street_address: text,
    postcode: text,
    uprn: uprn.optional(),
    phone: text.optional(),
    undone: z.literal(true).optional(),
  })
  .refine(canBeEntered)

export const DOOR_ENTRIES = z.union([
  z.array(DOOR_ENTRY).min(1).max(MAX_ENTRIES),
  DOOR_ENTRY.transform((entry) => [entry]),
])

const PLACE: z.ZodType<NewPlace> = z.union([
  z.strictObject({ street_address: filled, postcode, uprn: uprn.optional() }),
  z.strictObject({ uprn }),
  z.strictObject({ street: filled, postcode }),
  z.strictObject({ postcodes: z.array(postcode).min(1).max(MAX_POSTCODES) }),
])

const isZone = (place: NewPlace) => 'street' in place || 'postcodes' in place

/** An entry of the office. A zone has a street or postcodes, any other scope has a door. */
export const NEW_ENTRY: z.ZodType<NewEntry> = z
  .strictObject({
    id,
    scope: z.enum(REGISTER_SCOPES),
    reason: z.enum(REGISTER_REASONS),
    source: z.enum(REGISTER_SOURCES),
    place: PLACE.refine(isSomewhere),
  })
  .refine(({ scope, place }) => (scope === 'zone') === isZone(place))

export const LIFT_PARAMS = z.object({ id })
export const LIFT_BODY = z.strictObject({ why: z.enum(LIFT_REASONS) })

const SEARCHED = {
  search: text.default(''),
  state: z.enum(REGISTER_STATES).default('active'),
}

/** `?search=&state=`. Without a state, the active entries. */
export const SEARCH_QUERY = z.strictObject(SEARCHED)
export type RegisterSearch = z.infer<typeof SEARCH_QUERY>

const PAGE_END = /^(?<at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(?<id>[0-9a-f-]{36})$/

export const REGISTER_QUERY = z.strictObject({
  ...SEARCHED,
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(50),
  before: z.string().regex(PAGE_END).optional(),
})
export type RegisterQuery = z.infer<typeof REGISTER_QUERY>
