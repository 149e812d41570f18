import type { Agreement } from '#domain/agreement/agreement.ts'
import { agreementFacts } from '#domain/agreement/agreement-facts.ts'
import { CURRENT_TEMPLATE, makeAgreement } from '#domain/agreement/make-agreement.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { settings } from '../../../../settings.ts'

/** Returns the address of `/copy`, where the customer opens the copy and can cancel. It is part of the agreement. */
const copyUrl = () => `${(settings.publicUrl ?? location.origin).replace(/\/$/, '')}/copy`

/** Returns the agreement of a sale as step 4 shows it. Undefined if the sale has no place or no package. */
export function shownAgreement(sale: Sale): Agreement | undefined {
  const { company } = settings
  const facts = agreementFacts(sale, { company, copyUrl: copyUrl(), nonce: sale.nonce ?? '' })
  return facts && makeAgreement(facts)
}

/** The inputs of the agreement that do not come from the sale. Another release or other settings change them. */
export const agreementFrame = () => JSON.stringify([CURRENT_TEMPLATE, settings.company, copyUrl()])
