import type { Customer } from './sale.ts'

const EMAIL = /^\S+@\S+\.\S{2,}$/
const PHONE = /^[\d\s()+./-]+$/
/** The number of digits in a phone number, from the shortest without a country code to the longest with one. */
const PHONE_DIGITS = { min: 10, max: 15 }
/** As the placeholder says: YYYYMMDD-XXXX. */
const ID_NUMBER = /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])-\S{4}$/

const LOOKS_ODD: Partial<Record<keyof Customer, (value: string) => boolean>> = {
  email: (value) => !EMAIL.test(value),
  phone: (value) => !PHONE.test(value) || !hasPhoneDigits(value),
  idNumber: (value) => !ID_NUMBER.test(value),
}

function hasPhoneDigits(value: string): boolean {
  const { length } = value.replace(/\D/g, '')
  return length >= PHONE_DIGITS.min && length <= PHONE_DIGITS.max
}

/**
 * Returns whether a detail looks mistyped. This is only a hint, because no particular form is required (docs/product
 * 5.4). A blank detail is not odd.
 */
export function looksOdd(field: keyof Customer, entered: string): boolean {
  const value = entered.trim()
  return value !== '' && LOOKS_ODD[field]?.(value) === true
}
