import { installationInWords } from '../../catalog/price-shown.ts'
import { CONTRACT_TERMS } from '../../contract/terms.ts'
import { formatPounds } from '../../kernel/money.ts'
import type { AgreementFacts, Block } from '../agreement.ts'

/** Returns the agreement from docs/product 6.4. */
export const serviceAgreement = ({ customer, premises, package: sold, prices }: AgreementFacts): Block[] => [
  { kind: 'heading', text: 'Broadband service agreement' },
  { kind: 'paragraph', text: `Between the provider and ${customer.name} for the address ${premises}.` },
  { kind: 'paragraph', text: `${sold.name}, ${sold.speed}: ${priceInWords(prices)}` },
  { kind: 'facts', rows: CONTRACT_TERMS.map(({ title, text }) => [title, text] as const) },
]

function priceInWords({ monthly, installation, discount, total_value }: AgreementFacts['prices']): string {
  const price = { installationPrice: installation, customerDiscount: discount }
  const belowZero = total_value < 0 ? ' The discount is more than the price.' : ''
  return `${formatPounds(monthly)} a month, installation ${installationInWords(price)}. Total value ${formatPounds(total_value)}.${belowZero}`
}
