import type { FastifyPluginCallback } from 'fastify'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { answerError } from '../../http/answer-error.ts'
import { loggedError } from '../../log.ts'
import { storeEvents } from './crm-events.queries.ts'
import type { CrmEvents } from './crm-events.ts'
import { isSignedByCrm, readEvent } from './read-event.ts'

export const CRM_EVENTS_PATH = '/webhooks/ghl'

type EventsContext = {
  db: Db
  crmEvents: Pick<CrmEvents, 'wake'>
  config: Pick<Config, 'crmWebhookKey' | 'crm'>
}

/**
 * Receives the CRM's events. Stores an event before the response; it is worked off afterwards. The CRM retries an event
 * only if the response is 429.
 */
export const crmEventsRoutes =
  ({ db, crmEvents, config }: EventsContext): FastifyPluginCallback =>
  (app, _options, done) => {
    app.setErrorHandler(answerError)
    // The signature covers the raw bytes.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    app.post(CRM_EVENTS_PATH, async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isSignedByCrm(raw, request.headers['x-ghl-signature'], config.crmWebhookKey))
        return reply.code(401).send({ error: 'The signature is missing or wrong.' })
      const event = readEvent(raw, config.crm?.locationId, Date.now())
      if (!event.ok) {
        const { rule, sentence } = event.failure
        return reply.code(rule === 'malformed' ? 400 : 401).send({ error: sentence })
      }
      try {
        await storeEvents(db, [event.value])
      } catch (error) {
        request.log.error({ error: loggedError(error) }, 'Failed to store a CRM event')
        return reply.code(429).send({ error: 'The event could not be stored. Send it again.' })
      }
      crmEvents.wake()
      return reply.send({ received: true })
    })
    done()
  }
