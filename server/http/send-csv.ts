import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a CSV file of that name while it is being written. */
export const sendCsv = (reply: FastifyReply, name: string, csv: AsyncIterable<string>) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(csv))
