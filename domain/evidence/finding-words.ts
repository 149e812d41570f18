import type { Finding } from './findings.ts'

/** A document that was sealed without evidence says only this. */
type Code = Finding['code'] | 'not-recorded'

const SENTENCES: Record<Code, string> = {
  'not-recorded': 'What was shown was not recorded.',
  'agreement-unknown': 'The agreement has words that this release does not make.',
  'agreement-differs': 'The customer’s code belongs to another agreement than the one that arrived.',
  'terms-differ': 'The stored sale differs from the agreement.',
  'picture-differs': 'The stored signature is not the one that the phone recorded.',
  'signing-time-differs': 'The stored time of signing is not the one that the phone recorded.',
  'choices-differ': 'The choices on the screen differ from those in the agreement.',
  'end-not-reached': 'The end of the agreement was not on the screen before the signature.',
  'clock-off': 'The phone’s clock was off by more than five minutes.',
  'company-incomplete': 'Details of the company are missing in the agreement.',
  'not-signed': 'The stored sale has no signature.',
  'other-evidence': 'More than one record of the signing arrived.',
  corrected: 'The stored sale was corrected after it was sealed.',
}

/** Returns what a finding means, as a sentence; a code of a later release as it is. */
export const findingInWords = (code: string): string => SENTENCES[code as Code] ?? code
