import { failed, type Result, success } from '../kernel/result.ts'

export const SHORTENED_UPRN = 'Excel shortened this number; format the column as text'
const NOT_A_UPRN = 'A UPRN has 1 to 12 digits'

/** Digits, with or without the leading letters that keep a spreadsheet from shortening them. */
const UPRN = /^(?:str|struprn|uprn)?[ :_-]?0*(?<digits>[1-9]\d{0,11})$/i
const SHORTENED = /^\d([.,]\d+)?E\+?\d+$/i

/** Reads a UPRN such as `100091234567` or `uprn100091234567`. Returns its digits, or the reason why it is not one. */
export function readUprn(text: string): Result<string, string> {
  const digits = UPRN.exec(text.trim())?.groups?.digits
  if (digits !== undefined) return success(digits)
  return failed(SHORTENED.test(text.trim()) ? SHORTENED_UPRN : NOT_A_UPRN)
}

/**
 * Reads both columns of a UPRN. If a spreadsheet shortened the number, the text form replaces it. Empty if neither is
 * given.
 */
export function readUprns(uprn: string, uprnText: string): Result<string, string> {
  if (uprn === '' && uprnText === '') return success('')
  const text = uprnText === '' ? undefined : readUprn(uprnText)
  if (uprn === '' || (text?.ok && SHORTENED.test(uprn))) return text ?? success('')
  const number = readUprn(uprn)
  if (number.ok && text?.ok && text.value !== number.value) return failed('The two UPRNs of the row differ')
  return text?.ok === false ? text : number
}
