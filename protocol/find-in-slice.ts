import { decodeFacts } from '#domain/premises/facts.ts'
import type { KnownPremises } from '#domain/premises/premises.ts'
import type { Asked, Found } from '#domain/premises/verdict.ts'
import { endOf, readMoreOf, type Slice, type SliceGroup } from './premises-slice.ts'

/** Returns what a slice holds for a household; undefined if it has neither its UPRN nor the whole of its postcode. */
export function findInSlice(slice: Slice, { uprn, postcode }: Asked): Found | undefined {
  const at = uprn === undefined ? -1 : slice.uprns.indexOf(Number(uprn))
  const isCovered = slice.covers.some((beginning) => (postcode ?? '').startsWith(beginning))
  if (at < 0 && !isCovered) return undefined
  const places = slice.groups.flatMap((group, index) =>
    group.postcode === postcode ? range(group.start, endOf(slice.groups, index, slice.uprns.length)) : [],
  )
  const own = at < 0 ? undefined : groupAt(slice, at)
  return {
    data: slice.data,
    premises: own && { ...premisesAt(slice, at, own), postcode: own.postcode || undefined },
    inPostcode: places.map((place) => premisesAt(slice, place, groupAt(slice, place))),
  }
}

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index)

const groupAt = ({ groups }: Slice, place: number) =>
  groups.findLast(({ start }) => start <= place) as SliceGroup

function premisesAt(slice: Slice, place: number, { area }: SliceGroup): KnownPremises {
  const { details, hasFacts, isListed } = readMoreOf(slice.more[place] ?? 0)
  const { contract, project } = slice.details[details ?? -1] ?? {}
  return {
    facts: hasFacts ? decodeFacts(slice.facts[place] ?? 0) : undefined,
    contract: contract ?? undefined,
    project: project ?? undefined,
    area: slice.areas[area ?? -1],
    isListed,
  }
}
