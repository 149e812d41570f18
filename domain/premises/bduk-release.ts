import { failed, type Result, success } from '../kernel/result.ts'
import { isDay, type RowRefused, refusalOfUprn, shown } from './cells.ts'
import { type ContractScope, encodeFacts, type SubsidyStatus } from './facts.ts'
import { type Columns, findColumns } from './header.ts'

/** One row of BDUK's file, as it is stored (docs/product 19.2). */
export type BdukPremises = {
  uprn: string
  postcode: string
  /** The facts as one byte (`facts.ts`). */
  facts: number
  lot: string
  lad: string
  contractSupplier: string
  contractUntil: string
  voucherSupplier: string
  voucherProject: string
}

const NEEDED = [
  'uprn',
  'bduk_recognised_premises',
  'postcode',
  'lot_id',
  'subsidy_control_status',
  'current_gigabit',
  'future_gigabit',
  'local_authority_district_ons_code',
  'bduk_gis',
  'bduk_gis_contract_scope',
  'bduk_gis_final_coverage_date',
  'bduk_gis_supplier',
  'bduk_vouchers',
  'bduk_vouchers_contract_name',
  'bduk_vouchers_supplier',
] as const

/**
 * The release of September 2024 has one column for the supplier and one for the contract, whichever programme they
 * belong to.
 */
const IN_2024 = {
  bduk_gis_final_coverage_date: 'gis_final_coverage_date',
  bduk_gis_supplier: 'supplier',
  bduk_vouchers_supplier: 'supplier',
  bduk_vouchers_contract_name: 'contract_name',
}

export type BdukColumns = Columns<(typeof NEEDED)[number] | 'country'>

/** Finds the columns of a release. Fails with the names of the needed columns that are missing. */
export const bdukColumns = (header: readonly string[]): Result<BdukColumns, string[]> =>
  findColumns(header, NEEDED, ['country'], IN_2024)

const STATUSES: Readonly<Record<string, SubsidyStatus>> = {
  'Gigabit White': 'white',
  'Gigabit Grey/Black': 'grey-black',
  'Gigabit Under Review': 'under-review',
  Unassessed: 'unassessed',
}
const SCOPES: Readonly<Record<string, ContractScope>> = {
  '': 'unstated',
  Initial: 'initial',
  Deferred: 'deferred',
}
const POSTCODE = /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/
const DISTRICT = /^[EW]\d{8}$/
const LOT = /^\d{1,3}$/
const MAX_NAME_LENGTH = 200

/** Reads one row with strict vocabularies: a word that BDUK has not used before is refused, never guessed. */
export function readBdukRow(
  cells: readonly string[],
  columns: BdukColumns,
): Result<BdukPremises, RowRefused> {
  const cell = (name: keyof BdukColumns) => cells[columns[name]] ?? ''
  const status = STATUSES[cell('subsidy_control_status')]
  if (!status) return failed(refusalOfStatus(cell('subsidy_control_status')))
  const refused = refusalOf(cell)
  if (refused) return failed(refused)
  const isContract = cell('bduk_gis') === 'true'
  const isProject = cell('bduk_vouchers') === 'true'
  return success({
    uprn: cell('uprn'),
    postcode: cell('postcode'),
    facts: encodeFacts({
      status,
      recognised: cell('bduk_recognised_premises') === 'true',
      currentGigabit: cell('current_gigabit') === 'true',
      futureGigabit: cell('future_gigabit') === 'true',
      contract: isContract ? (SCOPES[cell('bduk_gis_contract_scope')] ?? 'unstated') : 'none',
      voucherProject: isProject,
    }),
    lot: cell('lot_id'),
    lad: cell('local_authority_district_ons_code'),
    contractSupplier: isContract ? cell('bduk_gis_supplier') : '',
    contractUntil: isContract ? cell('bduk_gis_final_coverage_date') : '',
    voucherSupplier: isProject ? cell('bduk_vouchers_supplier') : '',
    voucherProject: isProject ? cell('bduk_vouchers_contract_name') : '',
  })
}

const refusalOfStatus = (word: string): RowRefused =>
  word === ''
    ? { reason: 'subsidy_control_status is empty' }
    : { reason: `subsidy_control_status has a new word: ${shown(word)}`, isNewWord: true }

type Cell = (name: keyof BdukColumns) => string

function refusalOf(cell: Cell): RowRefused | undefined {
  const uprn = refusalOfUprn(cell('uprn'))
  if (uprn) return uprn
  const wrong = FORMS.find(([name, isRight]) => !isRight(cell(name)))
  return wrong && { reason: `${wrong[0]} is ${wrong[2]}: ${shown(cell(wrong[0]))}` }
}

type Form = readonly [name: keyof BdukColumns, isRight: (text: string) => boolean, problem: string]

const isFlag = (text: string) => text === 'true' || text === 'false'
const isName = (text: string) => text.length <= MAX_NAME_LENGTH
const orEmpty = (isRight: (text: string) => boolean) => (text: string) => text === '' || isRight(text)
const like = (form: RegExp) => orEmpty((text) => form.test(text))
const flag = (name: keyof BdukColumns): Form => [name, isFlag, 'neither true nor false, in lower case']
const shortName = (name: keyof BdukColumns): Form => [
  name,
  isName,
  `longer than ${MAX_NAME_LENGTH} characters`,
]

const FORMS: readonly Form[] = [
  flag('bduk_recognised_premises'),
  flag('current_gigabit'),
  flag('future_gigabit'),
  flag('bduk_gis'),
  flag('bduk_vouchers'),
  ['bduk_gis_contract_scope', (text) => Object.hasOwn(SCOPES, text), 'not a known scope'],
  ['postcode', like(POSTCODE), 'not a postcode'],
  ['lot_id', like(LOT), 'not a lot'],
  ['local_authority_district_ons_code', like(DISTRICT), 'not a district of England or Wales'],
  ['bduk_gis_final_coverage_date', orEmpty(isDay), 'not a date such as 2031-09-30'],
  ['country', (text) => ['England', 'Wales', ''].includes(text), 'neither England nor Wales'],
  shortName('bduk_gis_supplier'),
  shortName('bduk_vouchers_supplier'),
  shortName('bduk_vouchers_contract_name'),
]
