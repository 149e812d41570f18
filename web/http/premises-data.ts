import { isList, isObject } from '#domain/kernel/parse-json.ts'
import type { AreaEntry, AreaTexts } from '#domain/premises/area-entry.ts'
import { DATA_PATH, type PremisesDataListed, type VersionDropped } from '#protocol/premises-data.ts'
import { ask, isAnything } from './ask.ts'

/** Dropping a version removes its table; it may wait for a backup that reads it. */
const DROP_MS = 60_000

export const readPremisesData = () => ask(DATA_PATH, isObject<PremisesDataListed>)

/** Stores a voucher area, a new one or one that is there already. */
export const putArea = (area: AreaTexts) =>
  ask(`${DATA_PATH}/areas`, isList<AreaEntry>, { method: 'POST', body: [area] })

export const removeArea = (area: string) =>
  ask(`${DATA_PATH}/areas/${encodeURIComponent(area)}`, isAnything, { method: 'DELETE' })

export const dropVersion = (id: number) =>
  ask(`${DATA_PATH}/versions/${id}`, isObject<VersionDropped>, { method: 'DELETE', timeoutMs: DROP_MS })
