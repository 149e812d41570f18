import type { Lead } from '#domain/lead/lead.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { findCurrentSale } from './current-sale.ts'
import type { PhoneDatabase } from './database.ts'
import { readUnsentCount } from './eviction.ts'
import { reportTrouble } from './report-trouble.ts'
import { restoreSecondCopies } from './second-copies.ts'

/** More leads than fit on any screen. */
const FIRST_LEADS = 24

/**
 * The part of the lists that the first screen needs. `cursor`: how far this phone has followed the changes. `inStepAt`:
 * when the lists last matched the server, by the phone's clock. `area`: the only area that this phone takes;
 * `tookOnlyArea`: the app picked that area because there was no other. `leads`: the first rows.
 */
export type BeginningOfLists = {
  cursor: string | undefined
  inStepAt: string | undefined
  area: string | undefined
  tookOnlyArea: boolean
  leads: readonly Lead[]
}

/** Everything that the first screen shows. */
export type FirstRead = {
  /** The sale that was in progress when the app was last open. */
  sale: Sale | undefined
  lists: BeginningOfLists
  /** How many unsent sales the browser has deleted; 0 if it deleted only sent ones, undefined if nothing is missing. */
  lostSales: number | undefined
}

/**
 * Reads everything that the first screen shows. If the phone has no sale, restores the second copies first and reports
 * how many unsent sales are still missing.
 */
export async function readFirst(phone: PhoneDatabase): Promise<FirstRead> {
  const [found, lists] = await Promise.all([findCurrentSale(phone), readBeginning(phone)])
  if (found) return { sale: found, lists, lostSales: undefined }
  const unsent = readUnsentCount()
  const restored = (await restoreSecondCopies(phone).catch(reportTrouble)) ?? 0
  const sale = restored > 0 ? await findCurrentSale(phone) : undefined
  const isWhole = unsent === undefined || restored >= Math.max(unsent, 1)
  return { sale, lists, lostSales: isWhole ? undefined : unsent - restored }
}

/** If the leads cannot be read, the agent can still work on the sale, and the lists come from the server. */
async function readBeginning(phone: PhoneDatabase): Promise<BeginningOfLists> {
  const [marks, leads] = await Promise.all([readMarks(phone), readLeads(phone).catch(reportTrouble)])
  return { ...marks, leads: leads ?? [] }
}

const readMarks = (phone: PhoneDatabase): Promise<Omit<BeginningOfLists, 'leads'>> =>
  phone.use(async (database) => {
    const { store: marks } = database.transaction('marks')
    const [cursor, inStepAt, area, onlyArea] = await Promise.all([
      marks.get('cursor'),
      marks.get('in-step-at'),
      marks.get('area'),
      marks.get('took-only-area'),
    ])
    return { cursor, inStepAt, area, tookOnlyArea: onlyArea !== undefined }
  })

const readLeads = (phone: PhoneDatabase): Promise<Lead[]> =>
  phone.use((database) => database.getAllFromIndex('leads', 'first_order', null, FIRST_LEADS))
