import type { CopyState } from './copy-state.ts'

type Worded = {
  [State in CopyState['state']]: (at: string, reason: string, number: string | undefined) => string
}

const GIVE_PAPER = 'Give the customer the paper copy.'

const FOR_COMPANY: Worded = {
  'being-sealed': () => 'The copy is being sealed',
  sent: (_at, reason) => `The copy is being sent${reason && `: ${reason}`}`,
  accepted: (at) => `The copy was accepted by the mail server, ${at}`,
  refused: (_at, reason) => `The copy was not accepted by the mail server. ${reason} ${GIVE_PAPER}`,
  'paper-given': (at, _reason, number) => paperGivenInWords(at, number),
  paper: () => `The customer chose paper. ${GIVE_PAPER}`,
  'no-address': () => `There is no email address. ${GIVE_PAPER}`,
  'no-mail': () => `No mail service is set up. ${GIVE_PAPER}`,
  'not-mailed': () => `The copy was sealed before any email was sent. ${GIVE_PAPER}`,
  'not-recorded': () => `What was signed was not recorded. ${GIVE_PAPER}`,
}

const SEALED = 'Your copy is sealed.'
const DOWNLOAD = 'so download it here.'

const FOR_CUSTOMER: Worded = {
  'being-sealed': () => NOT_SEALED_YET,
  sent: () => `${SEALED} It is being emailed to you.`,
  accepted: (at) => `${SEALED} The mail server accepted our email with it on ${at}.`,
  refused: (_at, reason) => `${SEALED} The mail server did not accept our email (${reason}), ${DOWNLOAD}`,
  'paper-given': (at, _reason, number) =>
    `${SEALED} You were given ${number === undefined ? 'a paper copy' : `the paper copy no. ${number}`} on ${at}.`,
  paper: () => `${SEALED} You chose a paper copy. You can download it here too.`,
  'no-address': () => `${SEALED} We have no email address, ${DOWNLOAD}`,
  'no-mail': () => `${SEALED} No mail service is set up, ${DOWNLOAD}`,
  'not-mailed': () => `${SEALED} It was not emailed, ${DOWNLOAD}`,
  'not-recorded': () => `${SEALED} Download it here.`,
}

/** Returns the words for a paper copy that was given, such as `Paper copy given, no. 1042, 24 Nov, 10:06`. */
export const paperGivenInWords = (at: string, number: string | undefined): string =>
  `Paper copy given${number === undefined ? '' : `, no. ${number}`}, ${at}`

/** Returns a sentence about a customer's copy for the agent and the office; `wordMoment` puts a moment into words. */
export const copyForCompany = (copy: CopyState, wordMoment: (at: string) => string): string =>
  inWords(FOR_COMPANY, copy, wordMoment)

/** Returns a sentence about a copy for its customer. */
export const copyForCustomer = (copy: CopyState, wordMoment: (at: string) => string): string =>
  inWords(FOR_CUSTOMER, copy, wordMoment)

/** What the customer reads until the copy is sealed. */
export const NOT_SEALED_YET = 'Your copy is being sealed. Come back in a few minutes.'

const inWords = (
  worded: Worded,
  { state, at, reason, number }: CopyState,
  wordMoment: (at: string) => string,
) => worded[state](at === null ? '' : wordMoment(at), reason ?? '', number)
