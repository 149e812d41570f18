import type { RegisterEntry } from '#domain/street/do-not-knock.ts'
import type { Door } from '#domain/street/door.ts'
import type { ClaimShown } from './claims.ts'

/**
 * What a phone must know about the doors in its area, with the public key (docs/product 15.6). `GET ?area=` returns
 * {@link StreetFeed}. Without `area` it covers all areas; with `?parts=doors,claims` it has only those parts. The
 * response has an ETag. The change stream announces each change of a part with the event {@link STREET_EVENT}.
 */
export const STREET_PATH = '/functions/v1/street'

/** The named event of the change stream, with the data `{part}`. Clients that do not know it ignore it. */
export const STREET_EVENT = 'street'

/** Where a lead is: its UPRN of 1 to 12 digits, and degrees (WGS 84), both or neither. */
export type LeadPoint = { lead_id: string; uprn: string | null; lat: number | null; lon: number | null }

/**
 * The rows of each part. A new part needs a row here and one in `server/street/feed/parts.ts`, and calls
 * `street_changed`.
 */
export type StreetParts = {
  /** Only doors that were visited. */
  doors: Door[]
  /** Only claims that held when they were read. */
  claims: ClaimShown[]
  /** Only leads with a known UPRN or point. */
  places: LeadPoint[]
  /** The attributions that the licences of those points require. */
  attributions: string[]
  /** The entries of the do-not-knock register that phones of the area need, including doors without a lead. */
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
  /**
   * Changes when the database was restored or a standby took over, because it may then lack what phones sent before.
   */
  life: string
}
