import type { StreetPart, StreetParts } from '#protocol/street.ts'
import type { Db } from '../../db/schema.ts'

/** Reads the rows of a part in an area (`''`: without an area), or in all if it is undefined, always in the same order. */
export type Part<Name extends StreetPart> = (db: Db, area: string | undefined) => Promise<StreetParts[Name]>
