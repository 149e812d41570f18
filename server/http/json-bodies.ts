import { isUtf8 } from 'node:buffer'
import { errorCodes, type FastifyInstance } from 'fastify'

/**
 * Parses a body as JSON only if it is valid UTF-8, because other bytes would be stored as replacement characters. If
 * `emptyIs` is given, it is the value of an empty body.
 */
export function readJsonBodies(app: FastifyInstance, emptyIs?: null): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 && emptyIs !== undefined) done(null, emptyIs)
    else if (isUtf8(body)) parse(request, body.toString(), done)
    else done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY())
  })
}
