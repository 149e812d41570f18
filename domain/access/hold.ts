/**
 * Why a sale is taken but held (docs/product 26.6): the office had suspended the phone that sent it, or the person. A held
 * sale reaches neither CRM, automation nor mail until the office releases it.
 */
export const HOLDS = ['phone-suspended', 'person-suspended'] as const
export type Hold = (typeof HOLDS)[number]
