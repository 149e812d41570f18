import { installationInWords } from '../../catalog/price-shown.ts'
import { CONTRACT_TERMS } from '../../contract/terms.ts'
import { formatPounds } from '../../kernel/money.ts'
import type { AgreementFacts, Block } from '../agreement.ts'
import { NOT_PROVIDED, provided, sellerName } from '../seller.ts'
import { EQUIPMENT_IN_WORDS } from './equipment.ts'

/**
 * Returns the key terms on one page, under the headings of the contract summary template (Regulation 2019/2243) and in
 * its order.
 */
export const contractSummary = (facts: AgreementFacts): Block[] => [
  { kind: 'heading', text: 'Provider and contact' },
  { kind: 'facts', rows: contact(facts) },
  { kind: 'heading', text: 'Services and equipment' },
  {
    kind: 'facts',
    rows: [
      ['Package', `${facts.package.name}, ${facts.package.speed}`],
      ['Network technology', provided(facts.company.network_technology)],
      ['Equipment', EQUIPMENT_IN_WORDS[facts.company.equipment]],
    ],
  },
  { kind: 'list', items: facts.package.features },
  { kind: 'heading', text: 'Speeds and remedies' },
  {
    kind: 'facts',
    rows: [
      ['Advertised speed', facts.package.speed],
      ['Minimum, normal and maximum speed', NOT_PROVIDED],
      ['If the speed is not reached', NOT_PROVIDED],
    ],
  },
  { kind: 'heading', text: 'Price' },
  { kind: 'facts', rows: price(facts) },
  { kind: 'heading', text: 'Duration, renewal and termination' },
  {
    kind: 'facts',
    rows: [
      ...CONTRACT_TERMS.slice(0, 2).map(({ title, text }) => [title, text] as const),
      ['Charge for ending it earlier', NOT_PROVIDED],
    ],
  },
  { kind: 'heading', text: 'Features for end-users with disabilities' },
  { kind: 'paragraph', text: `${NOT_PROVIDED}.` },
  { kind: 'heading', text: 'Other relevant information' },
  {
    kind: 'paragraph',
    text: 'You can cancel without giving a reason: see “Your right to cancel”. The full terms follow this summary.',
  },
]

function contact({ company }: AgreementFacts): [string, string][] {
  const { provider_name, provider_address } = company
  const provider: [string, string][] = provider_name
    ? [['Provider of the service', `${provider_name}, ${provided(provider_address)}`]]
    : []
  return [
    ['Sold by', sellerName(company)],
    ['Address', provided(company.address)],
    ['Telephone', provided(company.phone)],
    ['Email', provided(company.email)],
    ...provider,
  ]
}

function price({ prices }: AgreementFacts): [string, string][] {
  const { monthly, installation, discount, minimum_term_months, over_minimum_term } = prices
  return [
    ['Each month', formatPounds(monthly)],
    ['Installation', installationInWords({ installationPrice: installation, customerDiscount: discount })],
    [`Over the ${minimum_term_months}-month minimum term`, formatPounds(over_minimum_term)],
    ['Price rises', 'This agreement provides for none during the minimum term.'],
  ]
}
