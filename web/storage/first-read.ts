import type { Lead } from '#domain/lead/lead.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { findCurrentSale } from './current-sale.ts'
import type { Device } from './database.ts'
import { reportTrouble } from './report-trouble.ts'
import { restoreSecondCopies } from './second-copies.ts'
import { readWhatWasKept } from './storage-care.ts'

/** More than fit on any screen. */
const FIRST_LEADS = 24

/**
 * What the first screen needs of the lists, long before all of them: how far this phone has followed the changes, when
 * the lists last were what the server had by the phone's clock, the only area that it takes and whether it took that by
 * itself, and the first leads.
 */
export type BeginningOfLists = {
  cursor: string | undefined
  inStepAt: string | undefined
  area: string | undefined
  tookOnlyArea: boolean
  leads: readonly Lead[]
}

/** What the first screen shows. */
export type FirstRead = {
  /** The sale that was under way when the app was last open. */
  sale: Sale | undefined
  lists: BeginningOfLists
  /** How many unsent sales the browser has thrown away; nothing when all is as it should be. */
  lostSales: number | undefined
}

/**
 * Reads what the first screen shows. On a phone that has no sale it first puts back what it can, and tells how many
 * unsent ones are missing, if any may be.
 */
export async function readFirst(device: Device): Promise<FirstRead> {
  const [found, lists] = await Promise.all([findCurrentSale(device), readBeginning(device)])
  if (found) return { sale: found, lists, lostSales: undefined }
  const lost = readWhatWasKept()
  const copies = (await restoreSecondCopies(device).catch(reportTrouble)) ?? 0
  const sale = copies > 0 ? await findCurrentSale(device) : undefined
  const isWhole = lost === undefined || copies >= Math.max(lost, 1)
  return { sale, lists, lostSales: isWhole ? undefined : lost - copies }
}

/** Leads that cannot be read keep nobody from the sale: the lists are read from the server then. */
async function readBeginning(device: Device): Promise<BeginningOfLists> {
  const [marks, leads] = await Promise.all([readMarks(device), readLeads(device).catch(reportTrouble)])
  return { ...marks, leads: leads ?? [] }
}

const readMarks = (device: Device): Promise<Omit<BeginningOfLists, 'leads'>> =>
  device.use(async (database) => {
    const { store: marks } = database.transaction('marks')
    const [cursor, inStepAt, area, onlyArea] = await Promise.all([
      marks.get('cursor'),
      marks.get('in-step-at'),
      marks.get('area'),
      marks.get('took-only-area'),
    ])
    return { cursor, inStepAt, area, tookOnlyArea: onlyArea !== undefined }
  })

const readLeads = (device: Device): Promise<Lead[]> =>
  device.use((database) => database.getAllFromIndex('leads', 'first_order', null, FIRST_LEADS))
