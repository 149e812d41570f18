import { setImmediate as nextTurn } from 'node:timers/promises'
import { naturalKey } from '#domain/lead/lead-order.ts'
import { parseAddress, streetKeyOf } from '#domain/street/address.ts'
import { whyClosed } from '#domain/street/closed-door.ts'
import { type Register, registerOf } from '#domain/street/do-not-knock.ts'
import { doorStateOf } from '#domain/street/map-dots.ts'
import { isVisited } from '#domain/street/street-progress.ts'
import { sectorOf } from '#domain/street/walk-streets.ts'
import type { StreetCounted, StreetProgress } from '#protocol/office-street.ts'
import { MAX_ROWS_ON_A_PHONE } from '#protocol/territory.ts'
import type { Db } from '../../db/schema.ts'
import { listForPhones } from '../register/phone-register.queries.ts'
import { type DoorCounted, listDoorsOfArea } from './street-progress.queries.ts'

/** Reading this many addresses takes some milliseconds. Other calls get their turn in between. */
const DOORS_A_TURN = 1_000

/** Counts the leads of an area by street (docs/product 22.3). */
export async function countStreets(db: Db, area: string): Promise<StreetProgress> {
  const doors = await listDoorsOfArea(db, area, MAX_ROWS_ON_A_PHONE + 1)
  const register = registerOf(await listForPhones(db, area))
  const streets = new Map<string, StreetCounted>()
  for (const [index, door] of doors.slice(0, MAX_ROWS_ON_A_PHONE).entries()) {
    if (index % DOORS_A_TURN === DOORS_A_TURN - 1) await nextTurn()
    count(door, streets, register)
  }
  return { streets: fromAToZ([...streets.values()]), is_whole: doors.length <= MAX_ROWS_ON_A_PHONE }
}

function count(door: DoorCounted, streets: Map<string, StreetCounted>, register: Register): void {
  const parts = parseAddress(door.street_address)
  const key = streetKeyOf(parts, door.postcode)
  const street = streets.get(key) ?? {
    ...{ key, name: parts.street ?? null, sector: sectorOf(door.postcode) },
    ...{ doors: 0, visited: 0, sold: 0, do_not_knock: 0 },
  }
  streets.set(key, street)
  // Phones count them in the same way.
  const state = doorStateOf(door, () => (whyClosed(door, register, door) ? 'do-not-knock' : door.state))
  street.doors += 1
  street.visited += Number(isVisited(state))
  street.sold += Number(state === 'sold')
  street.do_not_knock += Number(state === 'do-not-knock')
}

/** Sorts the streets by name. Houses without a street come last. */
const fromAToZ = (streets: StreetCounted[]): StreetCounted[] =>
  streets
    .map((street) => ({ street, name: naturalKey(`${street.name ?? '\uffff'}\n${street.key}`) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ street }) => street)
