import { dateInWords, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import type { CustomersCopy } from '#protocol/copy.ts'
import { byId, say } from './elements.ts'
import { momentInWords } from './moment-in-words.ts'

/** Shows what the copy says, and which of its buttons make sense. */
export function showSummary(copy: CustomersCopy): void {
  const { clock, copy_state, came_late, confirmed_at, cancelled_at, acknowledged_at } = copy
  byId('summary').replaceChildren(...factsOf(copy).flatMap(rowOf))
  byId('fingerprints').replaceChildren(...fingerprintsOf(copy).flatMap(rowOf))
  say('clock', ...clock)
  say('copy-state', copy_state)
  byId('confirm').hidden = !came_late || confirmed_at !== null
  if (cancelled_at !== null) say('cancelled', cancelledOn(cancelled_at, acknowledged_at !== null))
  byId('cancelled').hidden = cancelled_at === null
}

const cancelledOn = (at: string, isAcknowledged: boolean) =>
  `You cancelled this agreement on ${dayOf(at)}. ${
    isAcknowledged ? 'We have sent you an email about it.' : `Your notice is recorded: ${momentInWords(at)}.`
  }`

/** The notice of the model form, with what the code knows. */
export const noticeOf = ({ company, package: { name }, signed_at }: CustomersCopy) =>
  `To ${company}: I hereby give notice that I cancel my contract for the supply of the following service: ${name}, ordered on ${dayOf(signed_at)}.`

function factsOf(copy: CustomersCopy): [string, string][] {
  const { company, package: chosen, prices, signed_at, documents } = copy
  const { monthly, installation, discount } = prices
  return [
    ['Company', company],
    ['Package', `${chosen.name}, ${chosen.speed}`],
    ['Monthly price', formatPounds(monthly)],
    ['Installation', formatPounds(installation)],
    ['Voucher discount', formatPounds(discount)],
    ['Total value', formatPounds(monthly + installation - discount)],
    ['Signed', dayOf(signed_at)],
    ...documents.map(({ version, sealed_at }): [string, string] => [
      `Document ${version} sealed`,
      dayOf(sealed_at),
    ]),
  ]
}

const fingerprintsOf = ({ documents }: CustomersCopy) =>
  documents.flatMap(({ version, pdf_sha256, agreement_sha256 }): [string, string][] => [
    [`Document ${version} SHA-256`, pdf_sha256],
    ...(agreement_sha256 === null ? [] : [['Agreement SHA-256', agreement_sha256] as [string, string]]),
  ])

function rowOf([label, value]: [string, string]): HTMLElement[] {
  const [term, description] = [document.createElement('dt'), document.createElement('dd')]
  term.textContent = label
  description.textContent = value
  return [term, description]
}

const dayOf = (moment: string) => dateInWords(londonDateOf(moment))
