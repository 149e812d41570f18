import type { Block } from '#domain/agreement/agreement.ts'
import { sellerInFull, sellerName } from '#domain/agreement/seller.ts'
import { orderReference } from '#domain/contract/order-reference.ts'
import { dateInWords, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { clockInWords } from '#domain/cooling-off/cooling-off.ts'
import { mailBody } from '../mail/mail-body.ts'
import type { MailMessage } from '../mail/port.ts'
import type { CopyEvent } from './copy.queries.ts'
import { clockOf } from './customers-copy.ts'
import type { CopyToMail, MailedVersion } from './mail-copy.queries.ts'

/**
 * Returns the mail with a sealed document (docs/product 13.2). The same document always makes the same mail, with the
 * same id and date. `events` is the chain of the sale; events after the sealing are left out. The mail of a later
 * version replies to that of the first.
 */
export function copyMail(copy: CopyToMail, events: readonly CopyEvent[], host: string): MailMessage {
  const { first, signedAt, address, sealedAt, pdf } = copy
  const reference = orderReference(signedAt)
  const subject = `${first ? 'Your corrected copy' : 'Your copy'} of the agreement, order ${reference}`
  return {
    to: address,
    subject,
    ...mailBody(subject, wordsOf(copy, untilSealed(events, copy.version))),
    attachment: { filename: `${reference}.pdf`, content: pdf, contentType: 'application/pdf' },
    messageId: messageIdOf(copy, host),
    ...(first && { inReplyTo: messageIdOf(first, host) }),
    date: new Date(sealedAt),
  }
}

const messageIdOf = ({ pdfSha256, version }: MailedVersion, host: string) =>
  `${pdfSha256.slice(0, 32)}.${version}@${host}`

function untilSealed(events: readonly CopyEvent[], version: number): readonly CopyEvent[] {
  const sealed = events.findIndex(({ type, payload }) => type === 'sealed' && payload['version'] === version)
  return sealed === -1 ? events : events.slice(0, sealed)
}

const SUMMARY_OF = 'The attached document begins with this summary, followed by the full terms.'

const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
const heading = (text: string): Block => ({ kind: 'heading', text })

function wordsOf(
  { agreement, signedAt, sealedAt, name, first, version }: CopyToMail,
  events: readonly CopyEvent[],
): Block[] {
  const { company, copy_url, sections } = agreement
  const signed = `the agreement that you signed with ${sellerName(company)} on ${dateInWords(londonDateOf(signedAt))}, order ${orderReference(signedAt)}`
  const summary = sections.filter(({ id }) => id === 'contract-summary')
  return [
    paragraph(`Dear ${name},`),
    paragraph(
      first
        ? `Something in your documents was corrected. Attached is the corrected copy, version ${version}, of ${signed}. It says what was corrected. Please keep the earlier copy too.`
        : `Attached is your copy of ${signed}. Please keep the file as it is: it is sealed, so any change to it can be detected.`,
    ),
    heading('Your right to cancel'),
    ...clockInWords(clockOf(signedAt, events), sealedAt).map(paragraph),
    paragraph(
      `You do not have to give a reason. Write to us, send us the cancellation form in the attached document, or cancel at ${copy_url} with the code that you got when you signed. The attached document has the full instructions.`,
    ),
    ...summary.flatMap(({ title, blocks }) => [heading(title), paragraph(SUMMARY_OF), ...blocks]),
    heading('Contact'),
    paragraph(sellerInFull(company)),
    paragraph(
      'Doorstep provides the form and the record. The company named above is responsible for its content.',
    ),
  ]
}
