import type { AgreementFacts, Block } from '../agreement.ts'
import type { Company } from '../company.ts'
import { sellerInFull } from '../seller.ts'

/**
 * Returns the model instructions for cancellation, filled in, with the customer's choice about an early start. Contains
 * public sector information licensed under the Open Government Licence v3.0: The Consumer Contracts (Information,
 * Cancellation and Additional Charges) Regulations 2013 (SI 2013/3134), Schedule 3, Part A.
 */
export const rightToCancel = ({ company, copy_url, choices }: AgreementFacts): Block[] => [
  { kind: 'heading', text: 'Right to cancel' },
  {
    kind: 'paragraph',
    text: 'You have the right to cancel this contract within 14 days without giving any reason.',
  },
  {
    kind: 'paragraph',
    text: `The cancellation period will expire after 14 days from the day ${PERIOD_BEGINS[company.equipment]}.`,
  },
  {
    kind: 'paragraph',
    text: `To exercise the right to cancel, you must inform us (${sellerInFull(company)}) of your decision to cancel this contract by a clear statement (e.g. a letter sent by post, fax or e-mail). You may use the attached model cancellation form, but it is not obligatory. You can also electronically fill in and submit the model cancellation form or any other clear statement on our website ${copy_url}. If you use this option, we will communicate to you an acknowledgement of receipt of such a cancellation on a durable medium (e.g. by e-mail) without delay.`,
  },
  {
    kind: 'paragraph',
    text: 'To meet the cancellation deadline, it is sufficient for you to send your communication concerning your exercise of the right to cancel before the cancellation period has expired.',
  },
  { kind: 'heading', text: 'Effects of cancellation' },
  {
    kind: 'paragraph',
    text: 'If you cancel this contract, we will reimburse to you all payments received from you, including the costs of delivery (except for the supplementary costs arising if you chose a type of delivery other than the least expensive type of standard delivery offered by us).',
  },
  {
    kind: 'paragraph',
    text: 'We may make a deduction from the reimbursement for loss in value of any goods supplied, if the loss is the result of unnecessary handling by you.',
  },
  {
    kind: 'paragraph',
    text: 'We will make the reimbursement without undue delay, and not later than (a) 14 days after the day we receive back from you any goods supplied, or (b) (if earlier) 14 days after the day you provide evidence that you have returned the goods, or (c) if there were no goods supplied, 14 days after the day on which we are informed about your decision to cancel this contract.',
  },
  {
    kind: 'paragraph',
    text: 'We will make the reimbursement using the same means of payment as you used for the initial transaction, unless you have expressly agreed otherwise; in any event, you will not incur any fees as a result of the reimbursement.',
  },
  ...returningGoods(company),
  {
    kind: 'paragraph',
    text: 'If you requested to begin the performance of services during the cancellation period, you shall pay us an amount which is in proportion to what has been performed until you have communicated us your cancellation from this contract, in comparison with the full coverage of the contract.',
  },
  { kind: 'heading', text: 'Starting early' },
  { kind: 'paragraph', text: choices.begin_early ? BEGIN_EARLY : BEGIN_LATER },
]

const BEGIN_EARLY =
  'I ask you to begin the service before the 14 days are over. I understand that I pay for what has been performed if I then cancel, and that I can no longer cancel once the service has been fully performed.'
const BEGIN_LATER = 'The customer has not asked for the service to begin before the 14 days are over.'

const PERIOD_BEGINS: Record<Company['equipment'], string> = {
  loan: 'of the conclusion of the contract',
  sold: 'on which you acquire, or a third party other than the carrier and indicated by you acquires, physical possession of the last good',
}

const returningGoods = ({ equipment }: Company): Block[] =>
  equipment === 'loan'
    ? []
    : [
        {
          kind: 'paragraph',
          text: 'We may withhold reimbursement until we have received the goods back or you have supplied evidence of having sent back the goods, whichever is the earliest.',
        },
        {
          kind: 'paragraph',
          text: 'You shall send back the goods or hand them over to us, without undue delay and in any event not later than 14 days from the day on which you communicate your cancellation from this contract to us. The deadline is met if you send back the goods before the period of 14 days has expired. We will bear the cost of returning the goods.',
        },
      ]
