import type { Block } from '#domain/agreement/agreement.ts'
import { sellerInFull, sellerName } from '#domain/agreement/seller.ts'
import { orderReference } from '#domain/contract/order-reference.ts'
import { dateInWords, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { onFirstUse } from '#domain/kernel/on-first-use.ts'
import { mailBody } from '../mail/mail-body.ts'
import type { MailMessage } from '../mail/port.ts'
import { sha256Hex } from '../sha256.ts'
import type { CancellationToAcknowledge } from './acknowledgement.queries.ts'

const londonClock = onFirstUse(
  () => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/London' }),
)

/** Returns the mail that acknowledges a cancellation (docs/product 13.7). It is the same on every repeat. */
export function acknowledgementMail(cancellation: CancellationToAcknowledge, host: string): MailMessage {
  const { address, chain, receivedAt, signedAt } = cancellation
  const subject = `We have received your cancellation, order ${orderReference(signedAt)}`
  return {
    to: address,
    subject,
    ...mailBody(subject, wordsOf(cancellation)),
    messageId: `${sha256Hex(`cancelled ${chain}`).slice(0, 32)}.cancelled@${host}`,
    date: new Date(receivedAt),
  }
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

function wordsOf({ agreement, name, receivedAt, signedAt, inTime }: CancellationToAcknowledge): Block[] {
  const { company, package: sold } = agreement
  const time = `${dateInWords(londonDateOf(receivedAt))} at ${londonClock().format(new Date(receivedAt))}`
  return [
    paragraph(`Dear ${name},`),
    paragraph(`We received your cancellation on ${time}. Please keep this email.`),
    {
      kind: 'facts',
      rows: [
        ['Order', orderReference(signedAt)],
        ['Service', sold.name],
        ['Signed', dateInWords(londonDateOf(signedAt))],
        ['Company', sellerName(company)],
        ['Cancellation received', `${time}, London time`],
      ],
    },
    paragraph(
      inTime
        ? 'It arrived within the time in which you can cancel. “Your right to cancel” in your agreement explains what happens next.'
        : 'It arrived after the last day on which you can cancel without a reason. The company will be in touch.',
    ),
    { kind: 'heading', text: 'Contact' },
    paragraph(sellerInFull(company)),
  ]
}
