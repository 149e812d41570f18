import canonicalize from 'canonicalize'
import { orderReference } from '#domain/contract/order-reference.ts'
import { contractClock } from '#domain/cooling-off/contract-clock.ts'
import { clockInWords } from '#domain/cooling-off/cooling-off.ts'
import { clockErrorInWords } from '#domain/evidence/clock-words.ts'
import { findingInWords } from '#domain/evidence/finding-words.ts'
import { verdictInWords } from '#domain/premises/verdict-words.ts'
import { type PageWriter, startPages } from './page-writer.ts'
import { readPicture } from './picture.ts'
import type { DocumentSource, Signing } from './source.ts'

const RESPONSIBLE =
  'Doorstep provides the form and the record. The company named above is responsible for its content.'
const NOT_RECORDED = findingInWords('not-recorded')

/** Returns the moment in London time, and in UTC to compare with the attached record. */
export function describeMoment(iso: string): string {
  const london = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'Europe/London',
  })
  return `${london.format(new Date(iso))} (London), ${iso}`
}

/** Renders the document to seal. The same source makes the same bytes in any process. */
export async function renderDocument(source: DocumentSource): Promise<Uint8Array> {
  const { sale, signing, company, version } = source
  const reference = orderReference(sale.contract_timestamp)
  const at = new Date(receivedAt(source))
  const pages = startPages(`Order ${reference}`, company, at)
  if (signing) writeAgreement(pages, source, signing)
  else writeStoredTerms(pages, source)
  pages.newPage()
  writeAudit(pages, source, reference)
  if (signing) attachRecord(pages, signing)
  return pages.finish([company, `Order ${reference}`, `Version ${version}`])
}

/**
 * Returns when the server received the content of the document. The time of the evidence survives a restore of the
 * database; that of the contract does not.
 */
const receivedAt = ({ signing, sale }: DocumentSource) => signing?.receivedAt ?? sale.received_at

function writeAgreement(pages: PageWriter, source: DocumentSource, { agreement }: Signing): void {
  agreement.sections.forEach((section, index) => {
    if (index > 0) pages.newPage()
    pages.heading(section.title, 1)
    if (section.id === 'cancellation-form') pages.form(section.blocks)
    else pages.blocks(section.blocks)
    if (section.id === 'service-agreement') writeSignature(pages, source)
  })
}

/** Writes the terms of a sale that another client sent without evidence. */
function writeStoredTerms(pages: PageWriter, source: DocumentSource): void {
  const { sale } = source
  pages.heading('Service agreement', 1)
  pages.paragraph(NOT_RECORDED)
  const amount = (value: string | null) => (value === null ? 'Not recorded' : `£${value}`)
  pages.facts([
    ['Customer', sale.customer_name ?? 'Not recorded'],
    ['Email', sale.customer_email ?? 'Not recorded'],
    ['Address', sale.customer_location ?? 'Not recorded'],
    ['Package', [sale.service_package_name, sale.service_speed].filter(Boolean).join(', ') || 'Not recorded'],
    ['Monthly price', amount(sale.service_monthly_price)],
    ['Installation', amount(sale.service_installation_price)],
    ['Discount', amount(sale.customer_discount)],
    ['Total', amount(sale.total_value)],
  ])
  writeSignature(pages, source)
}

function writeSignature(pages: PageWriter, source: DocumentSource): void {
  const { sale } = source
  const name = sale.customer_name ?? 'the customer'
  pages.heading('Signature', 2)
  const picture = readPicture(sale.contract_signature)
  const isPrinted = picture !== undefined && pages.picture(picture, `Signature of ${name}`)
  if (!isPrinted) pages.paragraph('The signature is stored in a form that cannot be printed.')
  pages.facts([
    ['Name', name],
    ['Place', sale.customer_location ?? 'Not recorded'],
    ['Signed, by the phone', describeMoment(sale.contract_timestamp)],
    ['Received, by the server', describeMoment(receivedAt(source))],
  ])
}

function writeAudit(pages: PageWriter, source: DocumentSource, reference: string): void {
  const { sale, signing, version } = source
  pages.heading('Record of this document', 1)
  pages.facts([
    ['Order', `${reference}, sale ${sale.session_id}, version ${version}`],
    ['Customer', sale.customer_name ?? 'Not recorded'],
    ['ID number recorded', sale.has_id_number ? 'yes' : 'no'],
    ['Agent', 'Field Agent. The agent was not signed in.'],
    ['Signed, by the phone', describeMoment(sale.contract_timestamp)],
    ['Received, by the server', describeMoment(receivedAt(source))],
  ])
  if (signing) writeRecord(pages, signing)
  else pages.paragraph(NOT_RECORDED)
  pages.heading('Until when the customer can cancel', 2)
  for (const sentence of clockInWords(clockOf(source), receivedAt(source))) pages.paragraph(sentence)
  pages.heading('How to check this document', 2)
  pages.paragraph(
    'Open the file in a PDF reader that shows signatures: it carries one electronic seal over all of it.',
  )
  if (signing)
    pages.paragraph(
      'The SHA-256 of the attached agreement.json is the hash in the code that the customer was shown.',
    )
  pages.paragraph('The public keys are at /.well-known/jwks.json of the server.')
  pages.paragraph(
    'A reader may not know the company behind the key. That does not change what the seal covers.',
  )
  pages.paragraph(RESPONSIBLE, { size: 8 })
}

const clockOf = ({ sale, signing }: DocumentSource) =>
  contractClock({
    signedAt: sale.contract_timestamp,
    serverAheadMs: signing?.evidence.clock.server_ahead_ms ?? null,
    events: signing?.events ?? [],
  })

function phoneClockInWords(serverAheadMs: number | null): string {
  if (serverAheadMs === null) return 'not compared with the server’s'
  const seconds = Math.round(serverAheadMs / 1_000)
  return seconds === 0 ? 'right to the second' : clockErrorInWords(seconds)
}

function writeRecord(pages: PageWriter, { evidence, findings, events, chain, ...hashes }: Signing): void {
  const { zone, server_ahead_ms } = evidence.clock
  pages.facts([
    ['Agreement shown', evidence.shown_at ? describeMoment(evidence.shown_at) : 'Not recorded'],
    ['Its end reached', evidence.end_reached_at ? describeMoment(evidence.end_reached_at) : 'Not recorded'],
    ['Clock of the phone', `${zone}, ${phoneClockInWords(server_ahead_ms)}`],
    ['Signature', evidence.signature.kind],
    ['Copy', evidence.choices.copy],
    ['Begin before 14 days', evidence.choices.begin_early ? 'requested' : 'not requested'],
    ...(evidence.voucher_verdict
      ? [['Voucher check, as shown', verdictInWords(evidence.voucher_verdict)] as const]
      : []),
    ['Release of the app', evidence.app],
    ['SHA-256, agreement', hashes.agreementSha256],
    ['SHA-256, evidence', hashes.evidenceSha256],
    ['Chain', chain],
    ['Head of the chain', events.at(-1)?.hash ?? 'none'],
  ])
  pages.heading('Findings', 2)
  if (findings.length === 0) pages.paragraph('Everything that was recorded fits.')
  for (const { code, details } of findings) pages.paragraph(findingInWords(code, details), { gap: 0.2 })
}

function attachRecord(pages: PageWriter, { agreementText, evidence, chain, events }: Signing): void {
  pages.attach('agreement.json', agreementText, 'What the customer signed, as the exact bytes of its hash')
  pages.attach('evidence.json', canonicalize(evidence) as string, 'What the phone recorded of the signing')
  pages.attach('chain.json', canonicalize({ chain, events }) as string, 'The chain of events up to the seal')
}
