import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { compressLarge } from './compress-large.ts'

const LONG = JSON.stringify(Array.from({ length: 2000 }, (_, n) => ({ street_address: `${n} High Street` })))

async function answer(json: string, acceptEncoding?: string) {
  const app = Fastify()
  app.addHook('onSend', compressLarge)
  app.get('/', (_request, reply) => reply.type('application/json').send(json))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(url, { headers: { 'accept-encoding': acceptEncoding ?? 'identity' } })
  const text = await response.text()
  await app.close()
  return { encoding: response.headers.get('content-encoding'), text }
}

describe('a long list', () => {
  it('reaches a client that takes gzip compressed, and whole', async () => {
    expect(await answer(LONG, 'gzip, deflate, br')).toEqual({ encoding: 'gzip', text: LONG })
  })

  it.each(['identity', 'br', 'gzip;q=0'])('is sent as it is to a client that takes %s', async (accepted) => {
    expect(await answer(LONG, accepted)).toEqual({ encoding: null, text: LONG })
  })
})

it('a short answer is not worth compressing', async () => {
  expect(await answer('[]', 'gzip')).toEqual({ encoding: null, text: '[]' })
})
