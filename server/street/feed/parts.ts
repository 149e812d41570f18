import type { StreetPart } from '#protocol/street.ts'
import { attributionsPart } from '../../lead-places/attributions.part.ts'
import { placesPart } from '../../lead-places/places.part.ts'
import { claimsPart } from '../claims/claims.queries.ts'
import { doorsPart } from '../doors/doors.part.ts'
import { listForPhones } from '../register/phone-register.queries.ts'
import type { Part } from './part.ts'

/** The parts of the feed: one module each, in the folder of its owner. */
export const PARTS: { [Name in StreetPart]: Part<Name> } = {
  doors: doorsPart,
  claims: claimsPart,
  places: placesPart,
  attributions: attributionsPart,
  register: listForPhones,
}
