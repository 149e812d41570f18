import { isObject } from '#domain/kernel/parse-json.ts'
import type { LiftReason } from '#domain/street/register-terms.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import {
  type NewEntry,
  OFFICE_REGISTER_PATH,
  type RegisterListed,
  type RegisterPage,
  type RegisterSales,
  type RegisterState,
} from '#protocol/register.ts'
import { ask } from './ask.ts'
import { readCsv } from './read-csv.ts'

const PATH = BACK_OFFICE_PATH + OFFICE_REGISTER_PATH

export type RegisterSearch = { search: string; state: RegisterState }

const queryOf = (search: Record<string, string>) => new URLSearchParams(search).toString()

/** Reads the entries that a search finds, the latest first. */
export const readRegister = (search: RegisterSearch, limit: number) =>
  ask(`${PATH}?${queryOf({ ...search, limit: String(limit) })}`, isObject<RegisterPage>)

/** Puts a door or a zone on the register. The same id can be sent again. */
export const addEntry = (entry: NewEntry) =>
  ask(PATH, isObject<RegisterListed>, { method: 'POST', body: entry })

export const liftEntry = (id: string, why: LiftReason) =>
  ask(`${PATH}/${id}/lift`, isObject<RegisterListed>, { method: 'POST', body: { why } })

/** Reads the sales signed at a door on the register, or those that the office has dealt with. */
export const readRegisterSales = (dealtWith: boolean) =>
  ask(`${PATH}/sales?dealt_with=${dealtWith}`, isObject<RegisterSales>)

/** Returns the entries that a search finds as a file. */
export const exportRegister = (search: RegisterSearch) => readCsv(`${PATH}/export?${queryOf(search)}`)
