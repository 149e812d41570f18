import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { HOLDS } from '#domain/access/hold.ts'
import { HELD_SALES_PATH, type HeldSales, type Released } from '#protocol/held-sales.ts'
import { type By, byCaller, recorded } from '../../audit/record-act.queries.ts'
import type { ChangeFeed } from '../../changes/change-feed.ts'
import type { Db } from '../../db/schema.ts'
import type { Deliveries } from '../../deliveries/deliveries.ts'
import { answerError } from '../../http/answer-error.ts'
import { problemOf, sendProblem } from '../../http/problem.ts'
import { type Admitting, admit } from '../../identity/admit.ts'
import { count, moment, momentOrNull, textOrNull } from '../../openapi/answers.ts'
import type { Description } from '../../openapi/description.ts'
import { countHeldSales, releaseSale } from '../../sales/holds.queries.ts'
import { SALE_PARAMS } from '../requests.ts'
import { listHeldSales } from './list-held-sales.queries.ts'

const HELD_SALES: z.ZodType<HeldSales> = z.object({
  count,
  sales: z.array(
    z.object({
      session_id: z.string(),
      hold: z.enum(HOLDS),
      since: moment,
      customer_name: textOrNull,
      customer_location: textOrNull,
      contract_timestamp: momentOrNull,
      owner_name: textOrNull,
      phone_name: textOrNull,
    }),
  ),
})
const RELEASED: z.ZodType<Released> = z.object({ released: z.literal(true) })

const list = {
  summary: 'List the sales that wait until the office releases them',
  answer: HELD_SALES,
} satisfies Description
const releasing = {
  summary: 'Release a held sale to CRM, automation and mail',
  params: SALE_PARAMS,
  answer: RELEASED,
} satisfies Description

type HeldContext = Admitting & {
  db: Db
  deliveries: Pick<Deliveries, 'wake'>
  changeFeed: Pick<ChangeFeed, 'wake'>
}

/** Returns the routes with which the office lists and releases held sales (docs/product 26.6). */
export function heldSalesRoutes(context: HeldContext): FastifyPluginAsync {
  const { db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, 'read-office'))

    app.get(HELD_SALES_PATH, { config: { describes: list } }, async (): Promise<HeldSales> => {
      const [count, sales] = await Promise.all([countHeldSales(db), listHeldSales(db)])
      return { count, sales }
    })
    app.post(
      '/sales/:session_id/release',
      { config: { describes: releasing, needs: 'release-holds' } },
      async (request, reply) => {
        const sale = SALE_PARAMS.safeParse(request.params)
        const isKnown = sale.success && (await release(context, byCaller(request), sale.data.session_id))
        return isKnown ? ({ released: true } satisfies Released) : sendProblem(reply, problemOf('not-found'))
      },
    )
  }
}

/**
 * Releases a held sale. Returns false if there is no such sale. A repeat changes nothing, but wakes the workers again
 * in case the first call did not.
 */
async function release(
  { db, deliveries, changeFeed }: HeldContext,
  by: By,
  sessionId: string,
): Promise<boolean> {
  const sale = await recorded(
    db,
    by,
    (transaction) => releaseSale(transaction, sessionId),
    (was) =>
      was !== undefined &&
      was.hold !== null && {
        verb: 'sale-released',
        sessionId,
        details: { hold: was.hold, since: was.since },
      },
  )
  if (!sale) return false
  deliveries.wake()
  changeFeed.wake()
  return true
}
