import { dateInWords, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import type { CustomersCopy } from '#protocol/copy.ts'
import { byId, say } from '../plain-page/elements.ts'
import { timeInWords } from './moment-in-words.ts'

/** Shows the content of the copy, and the buttons that apply to it. */
export function showSummary(copy: CustomersCopy): void {
  const { clock, copy_state, came_late, confirmed_at, cancelled_at, acknowledged_at } = copy
  byId('summary').replaceChildren(...factsOf(copy).flatMap(rowOf))
  byId('fingerprints').replaceChildren(...fingerprintsOf(copy).flatMap(rowOf))
  say('clock', ...(cancelled_at === null ? clock : []))
  say('copy-state', copy_state)
  byId('confirm').hidden = !came_late || confirmed_at !== null
  if (cancelled_at !== null) say('cancelled', cancelledAt(cancelled_at, acknowledged_at !== null))
  byId('cancelled').hidden = cancelled_at === null
  byId('cancel').hidden = cancelled_at !== null
}

const cancelledAt = (at: string, isAcknowledged: boolean) =>
  `You cancelled this agreement on ${dayOf(at)} at ${timeInWords(at)}. ${
    isAcknowledged ? 'We have sent you an email about it.' : 'Your notice is recorded.'
  }`

/** Returns the notice of the model cancellation form, filled in from the copy. */
export const noticeOf = ({ company, package: { name }, signed_at }: CustomersCopy) =>
  `To ${company}: I hereby give notice that I cancel my contract for the supply of the following service: ${name}, ordered on ${dayOf(signed_at)}.`

/** A label, its value and, if the value is a link, its address. */
type Fact = [label: string, value: string, href?: string]

function factsOf(copy: CustomersCopy): Fact[] {
  const { company, contact, package: chosen, prices, signed_at, documents } = copy
  const { monthly, installation, discount } = prices
  return [
    ['Company', company],
    ...linkOf('Phone', 'tel', contact.phone),
    ...linkOf('Email', 'mailto', contact.email),
    ['Package', `${chosen.name}, ${chosen.speed}`],
    ['Each month', formatPounds(monthly)],
    ['Installation', copy.installation_in_words],
    ['Total value', formatPounds(monthly + installation - discount)],
    ['Signed', dayOf(signed_at)],
    ...documents.map(({ version, sealed_at }): Fact => {
      const name = documents.length === 1 ? 'Document' : `Document ${version}`
      return [`${name} unchanged since`, dayOf(sealed_at)]
    }),
  ]
}

const linkOf = (label: string, scheme: string, value: string | null): Fact[] =>
  value === null ? [] : [[label, value, `${scheme}:${encodeURI(value)}`]]

const fingerprintsOf = ({ documents }: CustomersCopy) =>
  documents.flatMap(({ version, pdf_sha256, agreement_sha256 }): Fact[] => [
    [`Document ${version} SHA-256`, pdf_sha256],
    ...(agreement_sha256 === null ? [] : [['Agreement SHA-256', agreement_sha256] as Fact]),
  ])

function rowOf([label, value, href]: Fact): HTMLElement[] {
  const [term, description] = [document.createElement('dt'), document.createElement('dd')]
  term.textContent = label
  description.replaceChildren(href === undefined ? value : linkTo(href, value))
  return [term, description]
}

function linkTo(href: string, words: string): HTMLElement {
  const link = document.createElement('a')
  link.href = href
  // A long email address breaks before its @ rather than within a name.
  link.replaceChildren(...words.split(/(?=@)/).flatMap((part) => [document.createElement('wbr'), part]))
  link.className = 'underline'
  return link
}

const dayOf = (moment: string) => dateInWords(londonDateOf(moment))
