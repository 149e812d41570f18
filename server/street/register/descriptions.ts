import { z } from 'zod'
import {
  LIFT_REASONS,
  REGISTER_REASONS,
  REGISTER_SCOPES,
  REGISTER_SOURCES,
} from '#domain/street/register-terms.ts'
import { LIST_QUERY } from '../../back-office/requests.ts'
import { count, moment, momentOrNull, textOrNull } from '../../openapi/answers.ts'
import type { Description } from '../../openapi/description.ts'
import {
  DOOR_ENTRIES,
  LIFT_BODY,
  LIFT_PARAMS,
  NEW_ENTRY,
  REGISTER_QUERY,
  SEARCH_QUERY,
} from './register.requests.ts'

const STORED = z.array(z.object({ id: z.uuid(), lifted_at: momentOrNull }))

/** An entry in the form that phones get. */
export const ENTRY_FOR_PHONES = z.object({
  id: z.uuid(),
  scope: z.enum(REGISTER_SCOPES),
  uprn: textOrNull,
  address_key: textOrNull,
  street_key: textOrNull,
  postcodes: textOrNull,
  reason: z.enum(REGISTER_REASONS),
  at: moment,
})

const ENTRY = ENTRY_FOR_PHONES.extend({
  source: z.enum(REGISTER_SOURCES),
  phone: textOrNull,
  phone_name: textOrNull,
  received_at: moment,
  lifted_at: momentOrNull,
  lifted_by: textOrNull,
  lifted_why: z.enum(LIFT_REASONS).nullable(),
})

const SALE = z.object({
  session_id: z.string(),
  found_at: moment,
  customer_name: textOrNull,
  customer_location: textOrNull,
  contract_timestamp: momentOrNull,
  entry_id: z.uuid(),
  reason: z.enum(REGISTER_REASONS),
  asked_at: moment,
  dealt_with_at: momentOrNull,
})

/** Describes the routes of the register for clients. */
export const REGISTER_ROUTES = {
  enter: {
    summary: 'Put doors on the do-not-knock register',
    body: DOOR_ENTRIES,
    answer: STORED,
  },
  list: {
    summary: 'List or search the do-not-knock register',
    query: REGISTER_QUERY,
    answer: z.object({ count, entries: z.array(ENTRY), next: textOrNull }),
  },
  add: {
    summary: 'Put a door or a zone on the do-not-knock register',
    body: NEW_ENTRY,
    answer: ENTRY,
  },
  lift: {
    summary: 'Lift an entry of the do-not-knock register, with a reason',
    params: LIFT_PARAMS,
    body: LIFT_BODY,
    answer: ENTRY,
  },
  export: {
    summary: 'Export the do-not-knock register',
    query: SEARCH_QUERY,
    answer: 'text/csv',
  },
  sales: {
    summary: 'List sales that were signed at a door on the do-not-knock register',
    query: LIST_QUERY,
    answer: z.object({ count, sales: z.array(SALE) }),
  },
} satisfies Record<string, Description>
