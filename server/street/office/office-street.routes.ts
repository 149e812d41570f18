import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { addDays, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { OUTCOMES } from '#domain/street/outcome.ts'
import {
  DAYS_OF_VISITS,
  type DayOfVisits,
  STREET_PROGRESS_PATH,
  type StreetProgress,
  VISITS_PER_DAY_PATH,
} from '#protocol/office-street.ts'
import type { Context } from '../../context.ts'
import { answerError } from '../../http/answer-error.ts'
import { problemOf, sendProblem } from '../../http/problem.ts'
import { fieldsOf } from '../../http/read-input.ts'
import { storableText } from '../../http/storable-text.ts'
import { admit } from '../../identity/admit.ts'
import { count, textOrNull } from '../../openapi/answers.ts'
import type { Description } from '../../openapi/description.ts'
import { countStreets } from './street-progress.ts'
import { countVisitsPerDay } from './visits-per-day.queries.ts'

const DAYS: z.ZodType<DayOfVisits[]> = z.array(
  z.object({ day: z.iso.date(), counts: z.partialRecord(z.enum(OUTCOMES), count) }),
)
const PROGRESS: z.ZodType<StreetProgress> = z.object({
  streets: z.array(
    z.object({
      key: z.string(),
      name: textOrNull,
      sector: z.string(),
      doors: count,
      visited: count,
      sold: count,
      do_not_knock: count,
    }),
  ),
  is_whole: z.boolean(),
})
const AREA_QUERY = z.object({
  area: storableText(200).meta({ description: 'Empty for leads without an area' }),
})
const visitsPerDay = {
  summary: 'Count the visits of the last 30 days, by day in London and outcome',
  answer: DAYS,
} satisfies Description
const streetProgress = {
  summary: 'Count the leads of an area by street, and what became of their doors',
  query: AREA_QUERY,
  answer: PROGRESS,
} satisfies Description

/** Returns the routes that show the office the work at the doors (docs/product 22). Calls need the public key. */
export function officeStreetRoutes(context: Pick<Context, 'callers' | 'db'>): FastifyPluginAsync {
  const { db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, 'read-office'))
    app.get(VISITS_PER_DAY_PATH, { config: { describes: visitsPerDay } }, () =>
      countVisitsPerDay(db, addDays(londonDateOf(new Date().toISOString()), 1 - DAYS_OF_VISITS)),
    )
    app.get(STREET_PROGRESS_PATH, { config: { describes: streetProgress } }, async ({ query }, reply) => {
      const asked = AREA_QUERY.safeParse(query)
      return asked.success
        ? countStreets(db, asked.data.area)
        : sendProblem(reply, problemOf('PGRST100', fieldsOf(asked.error)))
    })
  }
}
