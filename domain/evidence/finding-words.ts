import { clockErrorInWords } from './clock-words.ts'
import type { Finding } from './findings.ts'

/** The findings, and `not-recorded`, which is all that a document sealed without evidence says. */
type Code = Finding['code'] | 'not-recorded'

/** The sentences, without their full stops. */
const SENTENCES: Record<Code, string> & Record<string, string | undefined> = {
  'not-recorded': 'What was shown was not recorded',
  'agreement-unknown': 'The agreement has words that this release does not make',
  'agreement-differs': 'The customer’s code belongs to another agreement than the one that arrived',
  'terms-differ': 'The stored sale differs from the agreement',
  'picture-differs': 'The stored signature is not the one that the phone recorded',
  'signing-time-differs': 'The stored time of signing is not the one that the phone recorded',
  'choices-differ': 'The choices on the screen differ from those in the agreement',
  'end-not-reached': 'The end of the agreement was not on the screen before the signature',
  'clock-off': 'The phone’s clock was more than five minutes off when the customer signed',
  'company-incomplete': 'Details of the company are missing in the agreement',
  'not-signed': 'The stored sale has no signature',
  'other-evidence': 'More than one record of the signing arrived',
  corrected: 'The stored sale was corrected after it was sealed',
}

/**
 * Returns a finding as a sentence, with its details if they are known. Returns a code from a later release unchanged.
 * People always read findings in these words (docs/product 14.3); the codes are for programs.
 */
export function findingInWords(code: string, details: readonly string[] = []): string {
  const sentence = SENTENCES[code]
  if (sentence === undefined) return code
  const [seconds] = details
  if (code === 'clock-off' && seconds !== undefined)
    return `The phone’s clock was ${clockErrorInWords(Number(seconds))} when the customer signed.`
  return details.length === 0 ? `${sentence}.` : `${sentence}: ${fieldsInWords(details)}.`
}

/** Returns fields of a sale or a company in words, such as `customer name, package`. */
export const fieldsInWords = (fields: readonly string[]): string =>
  fields.map((field) => FIELDS[field] ?? field.replaceAll('_', ' ')).join(', ')

/** The fields whose own names would not be clear. */
const FIELDS: Record<string, string> = {
  adr_scheme: 'scheme for disputes out of court',
  complaints_url: 'page for complaints',
  contract_signature: 'signature',
  contract_timestamp: 'time of signing',
  customer_location: 'address',
  has_id_number: 'ID number',
  number: 'company number',
  service_package_id: 'package',
  service_package_name: 'package name',
}
