import type { CustomerNotice } from '#protocol/back-office.ts'
import type { WholeRecord } from '../../../http/sale-record.ts'

/** Returns the customer's cancellation of a sale, if there is one. */
export const cancellationOf = ({ notices }: WholeRecord): CustomerNotice | undefined =>
  notices.find(({ kind }) => kind === 'cancelled')
