import { PbfReader, PbfWriter } from 'pbf'
import type { VoucherArea } from '#domain/premises/area.ts'
import type { ActiveData, Contract, VoucherProject } from '#domain/premises/premises.ts'

/** Details that few premises have; each combination is stored once. */
export type SliceDetails = { contract: Contract | null; project: VoucherProject | null }

/** What applies to all premises of a slice, as JSON at its head. */
export type SliceHead = {
  data: ActiveData
  areas: readonly VoucherArea[]
  details: readonly SliceDetails[]
  /** The beginnings of all postcodes that the slice has in full: sectors such as `LL79 1`, or whole postcodes. */
  covers: readonly string[]
}

/** One premises. `area` and `details` are indexes in the head's lists. */
export type SliceRow = {
  uprn: number
  /** Like `LL79 1AB`; empty if BDUK has none. */
  postcode: string
  /** The byte of `encodeFacts`; null for a premises that only the supplier's list has. */
  facts: number | null
  area: number | null
  details: number | null
  isListed: boolean
}

/** Consecutive premises with the same postcode and area, from `start` up to the start of the next group. */
export type SliceGroup = { postcode: string; area: number | null; start: number }

/** A slice in memory, with a column for each field. `more` is 0 or the rest as `moreOf` packs it. */
export type Slice = SliceHead & {
  groups: readonly SliceGroup[]
  uprns: Float64Array
  facts: Uint8Array
  more: Uint32Array
}

/** The first byte. A new layout gets a new number, and older phones ignore it. */
const FORMAT = 1

/**
 * Packs premises: groups with UPRNs as differences, then a byte of facts for each, then the rest, which few premises
 * have. The order of `rows` does not matter.
 */
export function encodeSlice(head: SliceHead, rows: readonly SliceRow[]): Uint8Array {
  const sorted = [...rows].sort(byGroup)
  const groups = groupsOf(sorted)
  const writer = new PbfWriter()
  writer.writeVarint(FORMAT)
  writer.writeString(JSON.stringify(head))
  writer.writeVarint(sorted.length)
  writer.writeVarint(groups.length)
  groups.forEach(({ postcode, area, start }, index) => {
    writer.writeString(postcode)
    writer.writeVarint(numberOf(area))
    writer.writeVarint(endOf(groups, index, sorted.length) - start)
  })
  writeDifferences(writer, sorted)
  writer.writeBytes(Uint8Array.from(sorted, ({ facts }) => facts ?? 0))
  writeMore(writer, sorted)
  return writer.finish()
}

/** Unpacks what `encodeSlice` made; undefined if it has another format. Throws if it is damaged. */
export function decodeSlice(bytes: Uint8Array): Slice | undefined {
  const reader = new PbfReader(bytes)
  if (reader.readVarint() !== FORMAT) return undefined
  const head = JSON.parse(reader.readString()) as SliceHead
  const count = reader.readVarint()
  const groups: SliceGroup[] = []
  let start = 0
  for (let left = reader.readVarint(); left > 0; left--) {
    groups.push({ postcode: reader.readString(), area: placeOf(reader.readVarint()), start })
    start += reader.readVarint()
  }
  const uprns = new Float64Array(count)
  let uprn = 0
  for (let index = 0; index < count; index++) {
    uprn += reader.readSVarint()
    uprns[index] = uprn
  }
  const facts = reader.readBytes().slice()
  return { ...head, groups, uprns, facts, more: readMore(reader, count) }
}

const byGroup = (one: SliceRow, other: SliceRow) =>
  compare(one.postcode, other.postcode) || numberOf(one.area) - numberOf(other.area) || one.uprn - other.uprn

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

function groupsOf(sorted: readonly SliceRow[]): SliceGroup[] {
  const groups: SliceGroup[] = []
  sorted.forEach(({ postcode, area }, start) => {
    const last = groups.at(-1)
    if (last?.postcode !== postcode || last.area !== area) groups.push({ postcode, area, start })
  })
  return groups
}

/** Returns where the group at `index` ends. */
export const endOf = (groups: readonly SliceGroup[], index: number, count: number): number =>
  groups[index + 1]?.start ?? count

function writeDifferences(writer: PbfWriter, sorted: readonly SliceRow[]): void {
  let before = 0
  for (const { uprn } of sorted) {
    writer.writeSVarint(uprn - before)
    before = uprn
  }
}

/** Writes the rest, only for premises that have any: the distance from the one before, and the packed value. */
function writeMore(writer: PbfWriter, sorted: readonly SliceRow[]): void {
  let before = 0
  sorted.forEach((row, index) => {
    const more = moreOf(row)
    if (more === 0) return
    writer.writeVarint(index - before)
    writer.writeVarint(more)
    before = index
  })
}

function readMore(reader: PbfReader, count: number): Uint32Array {
  const more = new Uint32Array(count)
  let index = 0
  while (reader.pos < reader.length) {
    index += reader.readVarint()
    more[index] = reader.readVarint()
  }
  return more
}

const moreOf = ({ details, facts, isListed }: SliceRow) =>
  numberOf(details) * 4 + (facts === null ? 2 : 0) + (isListed ? 1 : 0)

/** Reads what `moreOf` made. */
export const readMoreOf = (more: number) => ({
  details: placeOf(more >> 2),
  hasFacts: (more & 2) === 0,
  isListed: (more & 1) === 1,
})

/** Returns an index as a number that is 0 for null. */
const numberOf = (place: number | null) => (place === null ? 0 : place + 1)
const placeOf = (number: number) => (number === 0 ? null : number - 1)
