import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { AREA_COLUMNS, type AreaEntry, type AreaTexts, readArea } from '#domain/premises/area-entry.ts'
import { type Columns, findColumns } from '#domain/premises/header.ts'
import { NotDone } from '../../backup/not-done.ts'
import type { PremisesData } from '../premises-data.ts'
import type { ExaminedFile } from './examine-file.ts'
import { readRows } from './read-rows.ts'
import { RefusedRows, rowsAre } from './refused-rows.ts'

/**
 * Stores the voucher areas of a file, all or none. Areas that it does not name stay. Returns the number of areas in it.
 * Throws `NotDone`.
 */
export async function importAreas(data: PremisesData, file: ExaminedFile): Promise<number> {
  const today = londonDateOf(new Date().toISOString())
  const areas = new Map<string, AreaEntry>()
  const refused = new RefusedRows()
  let columns: Columns<keyof AreaTexts> | undefined
  const notes = new Map((await data.list()).areas.map(({ area, note }) => [area, note]))
  await readRows(
    file,
    (cells, line) => {
      if (!columns) {
        columns = columnsOf(file.name, cells)
        return
      }
      const area = readArea(textsOf(cells, columns, notes), today)
      if (!area.ok) refused.add(line, area.failure)
      else if (areas.has(area.value.area)) refused.add(line, { reason: `${area.value.area} appears twice` })
      else areas.set(area.value.area, area.value)
    },
    async () => !refused.isHopeless,
  )
  const report = refused.report(file.name)
  if (report !== undefined)
    throw new NotDone(
      `${rowsAre(refused.count)} refused in ${file.name}: see ${report}. Nothing has changed.`,
    )
  await data.putAreas([...areas.values()])
  return areas.size
}

function columnsOf(name: string, header: string[]): Columns<keyof AreaTexts> {
  const columns = findColumns(header, NEEDED, ['note'])
  if (columns.ok) return columns.value
  throw new NotDone(`${name} is not a file of voucher areas: its header lacks ${columns.failure.join(', ')}.`)
}

const NEEDED = AREA_COLUMNS.filter((column) => column !== 'note')

/** Reads the texts of a row. If the file has no notes, the office's notes stay. */
function textsOf(cells: readonly string[], columns: Columns<keyof AreaTexts>, notes: Map<string, string>) {
  const texts = Object.fromEntries(
    AREA_COLUMNS.map((column) => [column, cells[columns[column]] ?? '']),
  ) as AreaTexts
  return columns.note >= 0 ? texts : { ...texts, note: notes.get(texts.area.trim()) ?? '' }
}
