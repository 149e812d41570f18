import { isObject } from '#domain/kernel/parse-json.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import type { PhoneStateWanted } from '#protocol/people.ts'
import { OFFICE_PHONES_PATH, type PhoneListed, type PhonesListed } from '#protocol/phones.ts'
import { ask } from './ask.ts'

const PATH = BACK_OFFICE_PATH + OFFICE_PHONES_PATH

/** Reads the phones, those that need attention first. */
export const readPhones = () => ask(PATH, isObject<PhonesListed>)

/** Sets the office's name for a phone; an empty one removes it. */
export const namePhone = (id: string, label: string) =>
  ask(`${PATH}/${id}`, isObject<PhoneListed>, { method: 'PUT', body: { label } })

/** Suspends a phone, lets it sell again, or asks it to delete everything (docs/product 26.6). */
export const setPhoneState = (id: string, state: PhoneStateWanted['state']) =>
  ask(`${PATH}/${id}/state`, isObject<PhoneListed>, { method: 'PUT', body: { state } })
