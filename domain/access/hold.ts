/**
 * Why a sale is accepted but held (docs/product 26.6): the office had suspended the phone that sent it, or its person.
 * A held sale does not reach the CRM, the automation service or mail until the office releases it.
 */
export const HOLDS = ['phone-suspended', 'person-suspended'] as const
export type Hold = (typeof HOLDS)[number]
