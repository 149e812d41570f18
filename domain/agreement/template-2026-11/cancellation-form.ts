import type { AgreementFacts, Block } from '../agreement.ts'
import { sellerInFull } from '../seller.ts'

/**
 * Returns the model cancellation form. Contains public sector information licensed under the Open Government Licence
 * v3.0: The Consumer Contracts (Information, Cancellation and Additional Charges) Regulations 2013 (SI 2013/3134),
 * Schedule 3, Part B.
 */
export const cancellationForm = ({ company, package: sold }: AgreementFacts): Block[] => [
  {
    kind: 'paragraph',
    text: 'Complete and return this form only if you wish to cancel the contract.',
  },
  { kind: 'paragraph', text: `To ${sellerInFull(company)}:` },
  {
    kind: 'paragraph',
    text: `I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods [*]/for the supply of the following service [*]: ${sold.name}, ${sold.speed}`,
  },
  {
    kind: 'list',
    items: [
      'Ordered on [*]/received on [*]',
      'Name of consumer(s)',
      'Address of consumer(s)',
      'Signature of consumer(s) (only if this form is notified on paper)',
      'Date',
    ],
  },
  { kind: 'paragraph', text: '[*] Delete as appropriate' },
]
