import type { Lead } from '#domain/lead/lead.ts'
import type { WalkHouse } from '#domain/street/walk-order.ts'
import type { WalkDoor, WalkStreet } from '#domain/street/walk-streets.ts'
import type { Streets } from './kept-streets.ts'
import type { LaidStreet } from './lay-out.ts'

/** What one row of the walk holds. All rows have the same height. */
export type WalkRow =
  | { kind: 'street'; street: WalkStreet; shown: number; isFolded: boolean; hasOptions: boolean }
  | { kind: 'options'; street: WalkStreet }
  | { kind: 'building'; key: string; name: string; doors: number; side: string | undefined }
  | DoorRow

type DoorRow = {
  kind: 'door'
  door: WalkDoor
  /** Whether the rows above name its building, so that this row only names the flat. */
  isFlat: boolean
  /** Set in the first row of a side, if the sides are walked one after the other. */
  side: string | undefined
  /** Its place among all doors, counted from 0. */
  place: number
}

type Shown = {
  /** The leads that match search and filter. */
  leads: ReadonlySet<Lead['id']>
  /** The streets of which only the selected door shows. */
  folded: Streets
  selectedId: string | undefined
  /** The key of the street whose options show. */
  options: string | undefined
}

/** Returns the rows of the streets that have a lead to show. */
export function walkRows(
  streets: readonly LaidStreet[],
  { leads, folded, selectedId, options }: Shown,
): WalkRow[] {
  const rows: WalkRow[] = []
  let place = 0
  for (const { street, houses, sides } of streets) {
    const shown = street.doors.filter(({ lead }) => leads.has(lead.id)).length
    if (shown === 0) continue
    const isFolded = folded[street.key] === true
    const hasOptions = street.key === options
    rows.push({ kind: 'street', street, shown, isFolded, hasOptions })
    if (hasOptions) rows.push({ kind: 'options', street })
    const shows = ({ lead }: WalkDoor) => leads.has(lead.id) && (!isFolded || lead.id === selectedId)
    let side: string | undefined
    for (const { building, doors } of houses) {
      const its = doors.filter(shows)
      const [first] = its
      if (!first) continue
      const nextSide = sides === 'both' ? undefined : sideOf(its)
      let begins = nextSide === side ? undefined : nextSide
      side = nextSide ?? side
      if (building !== undefined) {
        rows.push({ kind: 'building', key: first.lead.id, name: building, doors: its.length, side: begins })
        begins = undefined
      }
      for (const door of its) {
        rows.push({ kind: 'door', door, isFlat: building !== undefined, side: begins, place: place++ })
        begins = undefined
      }
    }
  }
  return rows
}

function sideOf([door]: WalkHouse['doors']): string | undefined {
  const number = door?.parts.number
  return number === undefined ? undefined : number % 2 === 0 ? 'Even side' : 'Odd side'
}

/** Returns a key that identifies a row, wherever it moves. */
export function keyOf(row: WalkRow): string {
  switch (row.kind) {
    case 'street':
    case 'options':
      return `${row.kind} ${row.street.key}`
    case 'building':
      return `building ${row.key}`
    case 'door':
      return row.door.lead.id
  }
}
