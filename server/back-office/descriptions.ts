import type { Description } from '../openapi/description.ts'
import { ATTEMPTS, BACK_OFFICE, DELIVERY_OPENED, DELIVERY_PAGE, LEAD_PULL, QUEUED, SALES } from './answers.ts'
import { CORRECTION_BODY, ID_PARAMS, PAGE_QUERY, RETRY_BODY, SALES_QUERY } from './requests.ts'

/** Describes the deliveries and pulls of the back office in `/openapi.json`. */
export const DESCRIPTIONS = {
  overview: { summary: 'Read the state of deliveries, CRM, automation, mail and seals', answer: BACK_OFFICE },
  deliveries: {
    summary: 'List deliveries, latest change first',
    query: PAGE_QUERY,
    answer: DELIVERY_PAGE,
  },
  delivery: { summary: 'Open a delivery', params: ID_PARAMS, answer: DELIVERY_OPENED },
  attempts: {
    summary: 'List the attempts of a delivery, newest first',
    params: ID_PARAMS,
    answer: ATTEMPTS,
  },
  retry: { summary: 'Retry deliveries', body: RETRY_BODY, answer: QUEUED },
  correct: {
    summary: 'Correct a parked report, or the customer of a push',
    params: ID_PARAMS,
    body: CORRECTION_BODY,
    answer: QUEUED,
  },
  leadPull: { summary: 'Read the current or last pull of leads', answer: LEAD_PULL },
  cancelPull: { summary: 'Cancel the running pull of leads', answer: LEAD_PULL },
  sales: { summary: 'Read how sales are delivered', query: SALES_QUERY, answer: SALES },
} satisfies Record<string, Description>
