import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { HOLDS } from '#domain/access/hold.ts'
import { STANDINGS } from '#domain/after-signature/standing-of-sale.ts'
import { OPPORTUNITY_STATUSES } from '#domain/opportunity/status.ts'
import { SALES_FILE_PATH, SALES_PATH, type SaleListed, type SalesPage } from '#protocol/office-sales.ts'
import { recordTaking } from '../../audit/record-act.queries.ts'
import type { Db } from '../../db/schema.ts'
import { answerError } from '../../http/answer-error.ts'
import { problemOf, sendProblem } from '../../http/problem.ts'
import { fieldsOf } from '../../http/read-input.ts'
import { sendCsv } from '../../http/send-csv.ts'
import { type Admitting, admit } from '../../identity/admit.ts'
import { moment, momentOrNull, pounds, textOrNull } from '../../openapi/answers.ts'
import type { Description } from '../../openapi/description.ts'
import { listSales, type SaleFound } from './list-sales.queries.ts'
import { SALES_QUERY, SALES_SEARCH } from './sales.requests.ts'
import { salesToCsv } from './sales-csv.ts'

/** The fields of a sale that the list shows. The answer has no others. */
const SALE = z.object({
  session_id: z.string(),
  status: z.enum(OPPORTUNITY_STATUSES),
  customer_name: textOrNull,
  customer_location: textOrNull,
  service_package_name: textOrNull,
  total_value: pounds.nullable(),
  contract_timestamp: momentOrNull,
  created_at: moment,
  cancelled_at: momentOrNull,
  cancelled_in_time: z.boolean().nullable(),
  standing: z.object({ kind: z.enum(STANDINGS), happened_on: z.iso.date() }).nullable(),
  complaint_open: z.boolean(),
  owner_name: textOrNull,
  phone_name: textOrNull,
  hold: z.enum(HOLDS).nullable(),
})
const list = {
  summary: 'List or search the sales',
  query: SALES_QUERY,
  answer: z.object({ sales: z.array(SALE), next: textOrNull }),
} satisfies Description
const file = {
  summary: 'Export the sales that a search finds',
  query: SALES_SEARCH,
  answer: 'text/csv',
} satisfies Description

/**
 * Returns the routes that list and export every sale, for the back office (docs/product 22.5). Calls need the public
 * key.
 */
export function salesRoutes(context: Admitting & { db: Db }): FastifyPluginAsync {
  const { db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, 'read-office'))

    app.get(SALES_PATH, { config: { describes: list } }, async ({ query }, reply) => {
      const { data, error } = SALES_QUERY.safeParse(query)
      if (error) return sendProblem(reply, problemOf('PGRST100', fieldsOf(error)))
      const { sales, next } = await listSales(db, data)
      return { sales: sales.map(listed), next } satisfies SalesPage
    })
    app.get(SALES_FILE_PATH, { config: { describes: file, needs: 'take-out' } }, async (request, reply) => {
      const { data, error } = SALES_SEARCH.safeParse(request.query)
      if (error) return sendProblem(reply, problemOf('PGRST100', fieldsOf(error)))
      const { search, ...filters } = data
      const details = { ...filters, has_search: search.trim() !== '' }
      await recordTaking(db, request, { verb: 'sales-exported', details })
      return sendCsv(reply, 'sales.csv', salesToCsv(db, data))
    })
  }
}

const LISTED = Object.keys(SALE.shape) as (keyof SaleListed)[]

/** Picks the fields without parsing them, because one sale with an odd moment must not break the list. */
const listed = (sale: SaleFound) => Object.fromEntries(LISTED.map((name) => [name, sale[name]])) as SaleListed
