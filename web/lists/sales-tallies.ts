import { isList } from '#domain/kernel/parse-json.ts'
import { type SalesTally, TERRITORY_PATH } from '#protocol/territory.ts'
import { ask } from '../http/ask.ts'

/** Counts the sales of an area by status, or those of all areas if it is undefined. */
export const readSalesTallies = (area: string | undefined) =>
  ask(
    `${TERRITORY_PATH}/sales${area === undefined ? '' : `?${new URLSearchParams({ area })}`}`,
    isList<SalesTally>,
  )
