import type { Hold } from '#domain/access/hold.ts'
import { HOLD_WORDS } from '#domain/access/hold-words.ts'
import { fieldsInWords, findingInWords } from '#domain/evidence/finding-words.ts'
import type { Finding } from '#domain/evidence/findings.ts'
import type { SaleEvent } from '#protocol/sale-record.ts'
import { deliveryWays } from '../delivery-ways.ts'
import { attemptInWords } from './attempt-words.ts'
import type { EventWords } from './described-event.ts'
import { londonMoment } from './london-moment.ts'
import { outcomeInWords } from './outcome-event.ts'
import { signingInWords } from './signing-words.ts'

type Details = SaleEvent['details']

const WORDS: Record<string, (details: Details) => EventWords> = {
  'sale-arrived': () => plain('The sale reached the server'),
  'contract-received': () => plain('The signed contract reached the server'),
  'agreement-shown': ({ end_reached_at }) =>
    plain('The agreement was on the screen', [
      typeof end_reached_at === 'string'
        ? `Its end was on the screen at ${londonMoment(end_reached_at)}.`
        : 'Its end was not on the screen.',
    ]),
  signed: signingInWords,
  received: () => plain('The record of the signing reached the server'),
  'received-again': ({ is_current }) =>
    plain('Another record of the signing arrived', [
      is_current === true
        ? 'It was signed later, so it counts.'
        : 'It was signed earlier, so it does not count.',
    ]),
  checked: checkedInWords,
  sealed: ({ version }) => plain(`Version ${version} was sealed`),
  corrected: ({ fields }) => plain('The stored sale was corrected', [correctedInWords(fields)]),
  'copy-accepted': ({ version }) => plain(`The mail server accepted the email with version ${version}`),
  'copy-refused': ({ version, code }) => ({
    title: `The email with version ${version} was refused${typeof code === 'number' ? ` (${code})` : ''}`,
    lines: [],
    isBad: true,
  }),
  'link-opened': () => plain('The customer opened the page of the copy'),
  'copy-downloaded': ({ version }) => plain(`The customer downloaded version ${version}`),
  'paper-given': ({ number }) =>
    plain('The agent gave a paper copy', typeof number === 'string' ? [`Number ${number}.`] : []),
  shared: () => plain('The agent shared the copy with the customer’s device'),
  confirmed: () => plain('The customer confirmed receiving the documents'),
  'code-revoked': () => plain('The office revoked the customer’s code'),
  'code-renewed': () => plain('The office made a new code for the customer'),
  disputed: ({ words }) => ({
    title: 'The customer says something is not right',
    lines: [String(words)],
    isBad: true,
  }),
  'cancel-received': ({ words, in_time }) => ({
    title: `The customer cancelled${in_time === false ? ', after the last day' : ''}`,
    lines: words === '' ? [] : [String(words)],
    isBad: true,
  }),
  'cancel-acknowledged': () => plain('The mail server accepted our acknowledgement of the cancellation'),
  'delivery-attempted': attemptInWords,
  'deliveries-retried': ({ target }) =>
    plain(`The office retried the delivery ${deliveryWays(String(target))}`),
  'report-corrected': () => plain('The office corrected a report to the automation service'),
  'customer-corrected': () => plain('The office corrected the customer’s details'),
  'dealt-with': () => plain('The office marked it as dealt with'),
  'opened-again': () => plain('The office reopened it'),
  'copy-sent-again': () => plain('The office emailed the copy again'),
  'sale-held': ({ hold }) =>
    plain('The sale was held for the office', [`${HOLD_WORDS[hold as Hold] ?? hold}.`]),
  'sale-released': () => plain('The office released the sale'),
  'document-downloaded': ({ version }) => plain(`The office downloaded version ${version}`),
}

const plain = (title: string, lines: string[] = []): EventWords => ({ title, lines })

/** Returns an event of a sale in words. An event of a later release shows by its name. */
export function eventInWords(event: Pick<SaleEvent, 'kind' | 'details'>): EventWords {
  const { kind, details } = event
  const words =
    WORDS[kind]?.(details) ?? outcomeInWords(event) ?? plain(firstUpper(kind.replaceAll('-', ' ')))
  return { ...words, lines: words.lines.filter((line) => line !== '') }
}

function checkedInWords({ findings }: Details): EventWords {
  const found = (findings as Finding[] | undefined) ?? []
  if (found.length === 0) return plain('The server checked the evidence', ['All recorded details match.'])
  const lines = found.map(({ code, details }) => findingInWords(code, details))
  return { title: 'The server checked the evidence and found problems', lines, isBad: true }
}

/** Returns the fields as a sentence, such as `Customer name, total value.` */
function correctedInWords(fields: unknown): string {
  const names = fieldsInWords((fields as string[] | undefined) ?? [])
  return names === '' ? '' : `${firstUpper(names)}.`
}

const firstUpper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
