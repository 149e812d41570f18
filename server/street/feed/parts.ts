import type { StreetPart, StreetParts } from '#protocol/street.ts'
import type { Db } from '../../db/schema.ts'
import { doorsPart } from '../doors/doors.part.ts'

/** Reads the rows of a part in an area (`''`: without an area), or in all if it is undefined, always in the same order. */
export type Part<Name extends StreetPart> = (db: Db, area: string | undefined) => Promise<StreetParts[Name]>

/** What the feed consists of: one module per part, in the folder of its owner. */
export const PARTS: { [Name in StreetPart]: Part<Name> } = {
  doors: doorsPart,
}
