import { naturalKey } from '../lead/lead-order.ts'
import { distanceM, offsetM, type Point } from './point.ts'
import type { WalkDoor, WalkStreet } from './walk-streets.ts'

export const SIDES = ['one-then-back', 'both'] as const
/** How an agent walks a street: up the odd side and down the even one, or from side to side. */
export type Sides = (typeof SIDES)[number]

/** A house with its doors: one door, or the flats of a building. */
export type WalkHouse = {
  /** The name of the building, if it has several doors. */
  building: string | undefined
  doors: readonly WalkDoor[]
}

/** Where a house is along its street, in house numbers, and on which side. */
type Stand = { along: number; isEven: boolean; key: string }
type Placed = { house: WalkHouse; stand: Stand | undefined; key: string }

/**
 * Returns the houses of a street in walking order. A house without a number is next to the nearest numbered one if both
 * places are known, otherwise at the end.
 */
export function walkOrder({ doors }: Pick<WalkStreet, 'doors'>, sides: Sides): WalkHouse[] {
  const houses = housesOf(doors)
  const numbered = houses.flatMap(locate)
  const placed = houses.map((house): Placed => {
    const key = keyOf(house)
    return { house, key, stand: standOf(house, key) ?? standBeside(house, key, numbered) }
  })
  return placed.sort(sides === 'both' ? bySteps : byReturn).map(({ house }) => house)
}

function housesOf(doors: readonly WalkDoor[]): WalkHouse[] {
  const houses = new Map<string, WalkDoor[]>()
  for (const door of doors) {
    const key = houseKeyOf(door)
    const known = houses.get(key)
    if (known) known.push(door)
    else houses.set(key, [door])
  }
  return [...houses.values()].map((its) => ({
    building: its.length > 1 ? buildingOf(its) : undefined,
    doors: its.toSorted(byFlat),
  }))
}

function houseKeyOf({ parts: { number, suffix, name, flat }, lead }: WalkDoor): string {
  if (number !== undefined) return `${number}${suffix}`
  return name === undefined && flat === undefined ? lead.id : naturalKey(name ?? '')
}

/** Returns the name of a building with flats. A building whose name the address gives as the street needs none. */
function buildingOf(doors: readonly WalkDoor[]): string | undefined {
  if (doors.every(({ parts }) => parts.flat === undefined)) return undefined
  const { number, suffix = '', street = '' } = doors[0]?.parts ?? {}
  const name = doors.find(({ parts }) => parts.name !== undefined)?.parts.name
  const place = number === undefined ? undefined : `${number}${suffix} ${street}`.trim()
  return [name, place].filter(Boolean).join(', ') || undefined
}

const byFlat = (a: WalkDoor, b: WalkDoor) => compare(flatKey(a), flatKey(b))
const flatKey = ({ parts, lead }: WalkDoor) => `${naturalKey(parts.flat ?? '')}\n${lead.id}`

const keyOf = ({ doors: [door] }: WalkHouse) => {
  const { suffix = '', name = '' } = door?.parts ?? {}
  return `${naturalKey(`${suffix} ${name}`)}\n${door?.lead.id}`
}

function standOf({ doors: [door] }: WalkHouse, key: string): Stand | undefined {
  const number = door?.parts.number
  return number === undefined ? undefined : { along: number, isEven: number % 2 === 0, key }
}

type Located = { number: number; point: Point }

const locate = ({ doors }: WalkHouse): Located[] =>
  doors.flatMap(({ parts: { number }, point }) =>
    number === undefined || point === undefined ? [] : { number, point },
  )

/** Returns the stand half a number before or after the nearest numbered house, on its side. */
function standBeside({ doors }: WalkHouse, key: string, numbered: readonly Located[]): Stand | undefined {
  const point = doors.find((door) => door.point)?.point
  const [first] = numbered
  if (!point || !first) return undefined
  const nearest = numbered.reduce((best, next) =>
    distanceM(next.point, point) < distanceM(best.point, point) ? next : best,
  )
  const low = numbered.reduce((best, next) => (next.number < best.number ? next : best), first)
  const high = numbered.reduce((best, next) => (next.number > best.number ? next : best), first)
  const street = offsetM(low.point, high.point)
  const step = offsetM(nearest.point, point)
  const isBefore = street.east * step.east + street.north * step.north < 0
  return { along: nearest.number + (isBefore ? -0.5 : 0.5), isEven: nearest.number % 2 === 0, key }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const byNumber = (a: Stand, b: Stand) => a.along - b.along || compare(a.key, b.key)

/** Puts houses whose stand is not known last, by name. Returns undefined if both stands are known. */
function byEnd(a: Placed, b: Placed): number | undefined {
  if (a.stand && b.stand) return undefined
  return Number(!a.stand) - Number(!b.stand) || compare(a.key, b.key)
}

const bySteps = (a: Placed, b: Placed) => byEnd(a, b) ?? byNumber(a.stand as Stand, b.stand as Stand)

/** Compares houses so that they go up the odd side and back down the even one. */
function byReturn(a: Placed, b: Placed): number {
  const atEnd = byEnd(a, b)
  if (atEnd !== undefined) return atEnd
  const [one, other] = [a.stand as Stand, b.stand as Stand]
  if (one.isEven !== other.isEven) return one.isEven ? 1 : -1
  return one.isEven ? byNumber(other, one) : byNumber(one, other)
}
