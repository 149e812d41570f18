import type { CrmOpportunity, CrmResult, CrmSale } from '../../port.ts'
import type { Connection } from '../http/connection.ts'

/** Returns an opportunity's sale. Our links come first, because users of the CRM can edit the opportunity's fields. */
export const ownerOf = async (
  { findOwningSession }: Connection,
  { opportunityId, sessionId }: CrmOpportunity,
) => (await findOwningSession(opportunityId)) ?? sessionId

/** A won opportunity never goes to another sale (decision 4). */
export const isWonByAnother = (owner: string | null, { status }: CrmOpportunity, sale: CrmSale) =>
  status === 'closed-won' && owner !== null && owner !== sale.sessionId

const refuse = (message: string): CrmResult<never> => ({
  ok: false,
  failure: {
    code: 'conflict',
    retry: 'never',
    message,
    status: null,
  },
})

export const WON_BY_ANOTHER = refuse(
  'Another sale has already won the opportunity of this contact in GoHighLevel.',
)
export const WON_BY_THE_OFFICE = refuse(
  'GoHighLevel allows one opportunity per contact, and this contact has one that was won there. Let it allow duplicates.',
)
export const NOT_AMONG_SALES = refuse(
  'GoHighLevel allows one opportunity per contact, and this contact has one outside the pipeline for sales. Let it allow duplicates.',
)
export const TAKEN_OVER = refuse(
  'Another sale has taken over the opportunity of this contact in GoHighLevel.',
)
