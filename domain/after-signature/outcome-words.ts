import { dateInWords } from '../cooling-off/calendar-date.ts'
import type { SaleOutcomeKind } from './sale-outcome.ts'

/** The outcomes after the signature, in words for the office. */
export const SALE_OUTCOME_WORDS: Record<SaleOutcomeKind, string> = {
  'install-booked': 'Installation booked',
  installed: 'Installed',
  'failed-install': 'Installation failed',
  'cancelled-in-cooling-off': 'Cancelled in the cooling-off period',
  cancelled: 'Cancelled later',
  'complaint-opened': 'Complaint opened',
  'complaint-closed': 'Complaint closed',
  clawback: 'Clawback',
  note: 'Note',
}

/** Returns a standing in words: `Installed on Tuesday 8 December 2026`. A booking is `for` its day. */
export const standingInWords = ({ kind, happened_on }: { kind: SaleOutcomeKind; happened_on: string }) =>
  `${SALE_OUTCOME_WORDS[kind]} ${kind === 'install-booked' ? 'for' : 'on'} ${dateInWords(happened_on)}`
