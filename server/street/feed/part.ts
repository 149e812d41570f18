import type { StreetPart, StreetParts } from '#protocol/street.ts'
import type { Db } from '../../db/schema.ts'

/**
 * Reads the rows of a part, always in the same order: those in an area (`''`: without an area), or all if it is
 * undefined.
 */
export type Part<Name extends StreetPart> = (db: Db, area: string | undefined) => Promise<StreetParts[Name]>
