import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Address, AddressRefused, postJson } from './post-json.ts'
import { startReceiver } from './receiver.testing.ts'

const PRIVATE = { address: '127.0.0.1', family: 4 }
const PUBLIC = { address: '93.184.216.34', family: 4 }

describe('Posting to a receiver', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let port: string
  beforeAll(async () => {
    receiver = await startReceiver()
    port = new URL(receiver.url).port
  })
  afterAll(() => receiver?.close())
  beforeEach(() => {
    receiver.received.length = 0
    receiver.answer = (response) => response.end()
  })

  const post = (url: string, rest: { allowPrivate?: boolean; resolve?: () => Promise<Address[]> } = {}) =>
    postJson({
      url,
      body: '{"é":1}',
      headers: { 'x-one': '1' },
      allowPrivate: true,
      signal: AbortSignal.timeout(120_000),
      ...rest,
    })

  test('sends the body and the headers', async () => {
    receiver.answer = (response) => response.writeHead(202, { 'retry-after': '7' }).end('thanks')
    expect(await post(receiver.url)).toEqual({ status: 202, retryAfter: '7' })
    expect(receiver.received).toMatchObject([
      {
        method: 'POST',
        path: '/hook',
        body: '{"é":1}',
        headers: { 'content-type': 'application/json', 'x-one': '1' },
      },
    ])
  })

  test('does not follow a redirect', async () => {
    receiver.answer = (response) => response.writeHead(307, { location: '/elsewhere' }).end()
    expect(await post(receiver.url)).toMatchObject({ status: 307 })
    expect(receiver.received).toHaveLength(1)
  })

  test('does not wait for the end of a response', async () => {
    receiver.answer = (response) => response.writeHead(200).write('and so on')
    expect(await post(receiver.url)).toMatchObject({ status: 200 })
  })

  test('resolves the name once, and connects to the checked address', async () => {
    let asked = 0
    const resolve = async () => {
      asked += 1
      return [asked === 1 ? PRIVATE : PUBLIC]
    }
    expect(await post(`http://automation.example:${port}/hook`, { resolve })).toMatchObject({ status: 200 })
    expect(receiver.received).toMatchObject([{ headers: { host: `automation.example:${port}` } }])
    expect(asked).toBe(1)
  })

  test('stops waiting if the name server does not respond in time', async () => {
    const slow = postJson({
      url: 'http://automation.example',
      body: '{}',
      headers: {},
      allowPrivate: true,
      signal: AbortSignal.timeout(20),
      resolve: () => new Promise(() => {}),
    })
    await expect(slow).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test.each([
    ['a loopback address', 'http://127.0.0.1:PORT'],
    ['a short form', 'http://127.1:PORT'],
    ['a decimal form', 'http://2130706433:PORT'],
    ['a hex form', 'http://0x7f000001:PORT'],
    ['an octal form', 'http://0177.0.0.1:PORT'],
    ['wide digits', 'http://１２７.0.0.1:PORT'],
    ['nothing', 'http://0:PORT'],
    ['IPv6', 'http://[::1]:PORT'],
    ['mapped IPv6', 'http://[::ffff:127.0.0.1]:PORT'],
    ['NAT64', 'http://[64:ff9b::7f00:1]:PORT'],
    ['6to4', 'http://[2002:7f00:1::]:PORT'],
    ['metadata', 'http://169.254.169.254'],
    ['credentials before it', 'http://example.org@127.0.0.1:PORT'],
    ['its name', 'http://localhost:PORT'],
  ])('refuses to send to this machine or network by %s', async (_kind, url) => {
    const posted = post(url.replace('PORT', port), { allowPrivate: false })
    await expect(posted).rejects.toBeInstanceOf(AddressRefused)
    expect(receiver.received).toEqual([])
  })

  test.each([
    ['leads here', [PRIVATE]],
    ['also leads here', [PUBLIC, PRIVATE]],
    ['leads to metadata', [{ address: '169.254.169.254', family: 4 }]],
    ['leads here over IPv6', [{ address: '::ffff:7f00:1', family: 6 }]],
  ])('refuses a name that %s', async (_kind, addresses) => {
    const posted = post(`http://evil.example:${port}`, {
      allowPrivate: false,
      resolve: async () => addresses,
    })
    await expect(posted).rejects.toBeInstanceOf(AddressRefused)
    expect(receiver.received).toEqual([])
  })
})
