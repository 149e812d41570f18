import type { RegisterEntry } from '#domain/street/do-not-knock.ts'
import type { Door } from '#domain/street/door.ts'
import type { ClaimShown } from './claims.ts'

/**
 * What a phone must know of the doors in its area, with the public key (docs/product 15.6). `GET ?area=` answers
 * {@link StreetFeed}, all areas without the parameter, and only some of its parts with `?parts=doors,claims`. It has an
 * ETag. The change stream announces each change of a part by the event {@link STREET_EVENT}.
 */
export const STREET_PATH = '/functions/v1/street'

/** The named event of the change stream, with the data `{part}`. Clients that do not know it skip it. */
export const STREET_EVENT = 'street'

/** Where a lead is: its UPRN of 1 to 12 digits, and degrees (WGS 84), both or neither. */
export type LeadPoint = { lead_id: string; uprn: string | null; lat: number | null; lon: number | null }

/** The rows of each part. A new part needs a line here, one in `server/street/feed/parts.ts`, and calls `street_changed`. */
export type StreetParts = {
  /** Only doors that were visited. */
  doors: Door[]
  /** Claims on streets that held when they were read. */
  claims: ClaimShown[]
  /** Only leads of which a UPRN or a point is known. */
  places: LeadPoint[]
  /** The words that the licences of those points want shown with them. */
  attributions: string[]
  /** What phones of the area must know of the do-not-knock register, also for doors that are no lead. */
  register: RegisterEntry[]
}
export type StreetPart = keyof StreetParts
export const STREET_PARTS = [
  'doors',
  'claims',
  'places',
  'attributions',
  'register',
] as const satisfies readonly StreetPart[]

export type StreetFeed = { [Part in StreetPart]?: StreetParts[Part] } & {
  /** Changes when the database was restored or a standby took over: it may lack what phones have sent before. */
  life: string
}
