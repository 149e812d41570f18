import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { addDays, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { success } from '#domain/kernel/result.ts'
import { DELIVERY_TARGETS } from '#protocol/back-office.ts'
import { EXCEPTIONS_PAGE } from '#protocol/office-lists.ts'
import { CRM_PAGE } from '#protocol/office-pages.ts'
import { COUNTED_SALES } from '#protocol/office-sales.ts'
import {
  ATTENTION,
  type Attention,
  MAX_SUMMARY_DAYS,
  SUMMARY_PATH,
  type Summary,
} from '#protocol/office-summary.ts'
import { PHONES_PAGE } from '#protocol/phones.ts'
import { REGISTER_PAGE } from '#protocol/register.ts'
import { SALES_PAGE } from '#protocol/sale-record.ts'
import type { Db } from '../../db/schema.ts'
import { countRefused } from '../../deliveries/states.queries.ts'
import { answerError } from '../../http/answer-error.ts'
import { type Answer, problemOf, sendProblem } from '../../http/problem.ts'
import { fieldsOf } from '../../http/read-input.ts'
import { createSharedReads } from '../../http/shared-reads.ts'
import { searchedDay } from '../../http/storable-text.ts'
import { createTurns } from '../../http/turns.ts'
import { type Admitting, admit } from '../../identity/admit.ts'
import { count, pounds } from '../../openapi/answers.ts'
import type { Description } from '../../openapi/description.ts'
import { countPhonesToLookAt } from '../../phones/phones.queries.ts'
import { countHeldSales } from '../../sales/holds.queries.ts'
import { countSignedSales } from '../../street/register/signed-sales.queries.ts'
import { countNotGiven } from '../documents-not-given.queries.ts'
import { countOpenComplaints } from '../outcomes/standings.queries.ts'
import { daysIn, type Period, periodBefore, summarise } from './summarise.ts'
import { countOpenNotices, countSalesByDay } from './summary.queries.ts'

const DAYS = 30
const FIRST_DAY = '2000-01-01'

const PERIOD_QUERY = z.strictObject({ from: searchedDay, to: searchedDay })
const PERIOD = PERIOD_QUERY.transform((asked) => {
  const to = asked.to || londonDateOf(new Date().toISOString())
  return { from: asked.from || addDays(to, 1 - DAYS), to }
}).refine((period) => period.from >= FIRST_DAY && daysIn(period) >= 1 && daysIn(period) <= MAX_SUMMARY_DAYS, {
  path: ['from'],
})

const COUNTED = { count, value: pounds, query: z.string() }
const SUMMARY: z.ZodType<Summary> = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  figures: z.array(z.object({ name: z.enum(COUNTED_SALES), ...COUNTED, before: z.object(COUNTED) })),
  days: z.array(z.object({ day: z.iso.date(), ...COUNTED })),
  attention: z.array(
    z.object({
      name: z.enum(ATTENTION),
      count,
      page: z.string(),
    }),
  ),
})
const summary = {
  summary: 'Count the sales of a period, and what needs attention',
  query: PERIOD_QUERY,
  answer: SUMMARY,
} satisfies Description

type SummaryContext = Admitting & { db: Db }

/** Returns the route of the figures of the dashboard (docs/product 22.6). Calls need the public key. */
export function summaryRoutes(context: SummaryContext): FastifyPluginAsync {
  const share = createSharedReads<Answer<Summary>>()
  // Each summary reads every sale, so only one runs at a time and phones keep the other connections.
  const inTurn = createTurns<Summary>(1)
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, 'read-office'))
    app.get(SUMMARY_PATH, { config: { describes: summary } }, async ({ query }, reply) => {
      const { data: period, error } = PERIOD.safeParse(query)
      if (error) return sendProblem(reply, problemOf('PGRST100', fieldsOf(error)))
      const answer = await share(JSON.stringify(period), (begins) =>
        inTurn(async () => {
          begins()
          return success(await readSummary(context.db, period))
        }),
      )
      return answer.ok ? answer.value : sendProblem(reply, answer.failure)
    })
  }
}

async function readSummary(db: Db, period: Period): Promise<Summary> {
  const counted = await countSalesByDay(db, periodBefore(period).from, period.to)
  return { ...period, ...summarise(counted, period), attention: await readAttention(db) }
}

async function readAttention(db: Db): Promise<Attention[]> {
  const [notices, notGiven, complaints, signed, held, refused, phones] = await Promise.all([
    countOpenNotices(db),
    countNotGiven(db),
    countOpenComplaints(db),
    countSignedSales(db),
    countHeldSales(db),
    countRefused(db, DELIVERY_TARGETS),
    countPhonesToLookAt(db),
  ])
  return [
    { name: 'customer-notices', count: notices, page: EXCEPTIONS_PAGE },
    { name: 'documents-not-given', count: notGiven, page: EXCEPTIONS_PAGE },
    { name: 'complaints', count: complaints, page: `${SALES_PAGE}#outcome=complaint-open` },
    { name: 'signed-at-closed-doors', count: signed, page: REGISTER_PAGE },
    { name: 'held', count: held, page: EXCEPTIONS_PAGE },
    { name: 'parked-deliveries', count: refused, page: CRM_PAGE },
    { name: 'phones', count: phones, page: PHONES_PAGE },
  ]
}
