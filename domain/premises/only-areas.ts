import { failed, type Result, success } from '../kernel/result.ts'

/** A postcode area (`LL`), a postcode district (`LL79`), or a local authority district by its ONS code. */
const AREA = /^([A-Z]{1,2}|[A-Z]{1,2}\d[A-Z\d]?|[EW]\d{8})$/

/** Reads areas such as `LL79,CA29,E06000066`. Fails with the first word that is not an area. */
export function readOnlyAreas(text: string): Result<string[], string> {
  const words = text.split(',').map((word) => word.trim().toUpperCase())
  const wrong = words.find((word) => !AREA.test(word))
  return wrong === undefined ? success([...new Set(words)].sort()) : failed(wrong)
}

/** Returns whether a premises is in one of the areas; an empty list means everywhere. */
export function isInAreas(areas: ReadonlySet<string>, premises: { postcode: string; lad: string }): boolean {
  if (areas.size === 0) return true
  const [district = ''] = premises.postcode.split(' ', 1)
  return areas.has(district) || areas.has(district.replace(/\d.*/, '')) || areas.has(premises.lad)
}
