import { isList, isObject } from '#domain/kernel/parse-json.ts'
import type { AreaEntry, AreaTexts } from '#domain/premises/area-entry.ts'
import { DATA_PATH, type PremisesDataListed, type VersionDropped } from '#protocol/premises-data.ts'
import { ask, isAnything } from './ask.ts'

/** Long, because dropping a version removes its table, which may wait for a backup that reads it. */
const DROP_MS = 60_000

export const readPremisesData = () => ask(DATA_PATH, isObject<PremisesDataListed>)

/** Adds or replaces a voucher area. */
export const putArea = (area: AreaTexts) =>
  ask(`${DATA_PATH}/areas`, isList<AreaEntry>, { method: 'POST', body: [area] })

export const removeArea = (area: string) =>
  ask(`${DATA_PATH}/areas/${encodeURIComponent(area)}`, isAnything, { method: 'DELETE' })

export const dropVersion = (id: number) =>
  ask(`${DATA_PATH}/versions/${id}`, isObject<VersionDropped>, { method: 'DELETE', timeoutMs: DROP_MS })
