import { CONTRACT_TERMS } from '../../contract/terms.ts'
import { formatPounds } from '../../kernel/money.ts'
import type { AgreementFacts, Block } from '../agreement.ts'
import type { Company } from '../company.ts'
import { NOT_PROVIDED, provided, sellerInFull } from '../seller.ts'

type Row = readonly [label: string, value: string]

/** Returns what Schedule 2 of SI 2013/3134 requires, in its order and in Doorstep's words. */
export const information = (facts: AgreementFacts): Block[] => [
  { kind: 'facts', rows: [...aboutTheTraders(facts), ...aboutTheService(facts), ...aboutTheContract(facts)] },
  {
    kind: 'paragraph',
    text: 'Doorstep provides the form and the record. The company named above is responsible for its content.',
  },
  { kind: 'paragraph', text: LICENCE },
]

/** The licence of the official texts requires this sentence. */
const LICENCE =
  'The instructions and the form for cancelling contain public sector information licensed under the Open Government Licence v3.0 (SI 2013/3134, Schedule 3).'

const aboutTheTraders = ({ company }: AgreementFacts): Row[] => [
  ['Seller', sellerInFull(company)],
  ['Company number', provided(company.number)],
  ['Provider of the service', providerInFull(company)],
  ['Complaints', provided(company.complaints_url)],
  ['Disputes out of court', provided(company.adr_scheme)],
]

const providerInFull = ({ provider_name, provider_address }: Company) =>
  provider_name === null ? NOT_PROVIDED : `${provider_name}, ${provided(provider_address)}`

const aboutTheService = ({ package: sold, prices, company }: AgreementFacts): Row[] => [
  ['Service', `${sold.name}, ${sold.speed}: ${sold.features.join('; ')}`],
  ['Network technology', provided(company.network_technology)],
  ['Price for each month', formatPounds(prices.monthly)],
  ['Price over the minimum term, with installation', formatPounds(prices.over_minimum_term)],
  ['Further charges', 'None in this agreement'],
  ['Cost of contacting us', 'Nothing above the basic rate'],
  ['Deposits', 'None in this agreement'],
  ['Payment', NOT_PROVIDED],
  ...CONTRACT_TERMS.map(({ title, text }): Row => [title, text]),
  ['After-sales service and guarantees', NOT_PROVIDED],
  ['Codes of conduct', NOT_PROVIDED],
  ['Digital content', 'Not applicable'],
]

const aboutTheContract = ({ company, customer, choices }: AgreementFacts): Row[] => [
  [
    'Right to cancel',
    'See “Your right to cancel”. It is lost once the service has been fully performed at your request.',
  ],
  ...(company.equipment === 'sold'
    ? ([
        ['Returning goods', 'We bear the cost.'],
        ['Conformity', 'We are under a legal duty to supply goods that are in conformity with the contract.'],
      ] satisfies Row[])
    : []),
  [
    'Your copy',
    choices.copy === 'email'
      ? `I agree to receive my copy and these documents by e-mail at ${customer.email}.`
      : 'I receive my copy and these documents on paper.',
  ],
]
