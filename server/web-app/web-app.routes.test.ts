import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPANY } from '#domain/testing/agreements.ts'
import type { AuthMode } from '#protocol/identity.ts'
import { OFFICE_PAGES } from '#protocol/office-pages.ts'
import type { Release } from '#protocol/release.ts'
import type { Context } from '../context.ts'
import { answerUnrouted } from '../http/answer-unrouted.ts'
import { readableAddress } from './readable-address.ts'
import { webAppRoutes } from './web-app.routes.ts'

const STYLE = 'body{color:red}'
const page = (title: string) =>
  `<html><head><title>${title}</title><!--settings--><style>${STYLE}</style></head></html>`
const SCRIPT = 'export const answer = 42 // as long as it takes to be worth compressing'
const WORKER = 'addEventListener("install", () => release)'
const asPerson = { accept: 'text/html,*/*;q=0.8' }

let distDir: string
beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'doorstep-dist-'))
  await mkdir(join(distDir, 'assets'))
  await writeFile(join(distDir, 'index.html'), page('Wizard'))
  for (const { document } of OFFICE_PAGES) await writeFile(join(distDir, document), page(document))
  await writeFile(join(distDir, 'copy.html'), page('Your copy'))
  await writeFile(join(distDir, 'sign-in.html'), page('Sign in'))
  await writeFile(join(distDir, 'enrol.html'), page('Enrol this phone'))
  await writeFile(join(distDir, '404.html'), page('Page not found'))
  await writeFile(join(distDir, 'manifest.webmanifest'), '{}')
  await writeFile(join(distDir, 'favicon.svg'), '<svg/>')
  await writeFile(join(distDir, 'service-worker.js'), WORKER)
  await writeFile(join(distDir, 'assets', 'main-abc.js'), SCRIPT)
  await writeFile(join(distDir, 'assets', 'back-office-page-abc.js'), SCRIPT)
  await writeFile(join(distDir, 'assets', 'sign-in-abc.js'), SCRIPT)
  await writeFile(join(distDir, 'assets', 'main-abc.js.br'), brotliCompressSync(SCRIPT))
})
afterAll(() => rm(distDir, { recursive: true }))

type Served = {
  publicUrl?: string
  mail?: object
  publicKey?: string
  authMode?: AuthMode
  dist?: string
}

function serve({
  publicUrl,
  mail,
  publicKey = 'a</script>b',
  authMode = 'anonymous',
  dist = distDir,
}: Served = {}) {
  const app = Fastify({ rewriteUrl: readableAddress })
  app.setNotFoundHandler(answerUnrouted(app))
  const config = { publicKey, localArea: 'Ludlow', publicUrl, mail, authMode, company: COMPANY }
  app.register(webAppRoutes({ config, crm: { provider: 'sandbox' } } as unknown as Context, dist))
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
}

describe('the pages', () => {
  it.each([
    ['/', 'Wizard', 200],
    ['/?from=home', 'Wizard', 200],
    ['/admin', 'admin-dashboard.html', 200],
    ['/admin/ghl', 'admin.html', 200],
    ['/admin/sales/sale_1', 'admin-sale.html', 200],
    ['/admin/sales', 'admin-sales.html', 200],
    ['/admin/sales?status=open', 'admin-sales.html', 200],
    ['/copy', 'Your copy', 200],
    ['/sign-in', 'Sign in', 200],
    ['/enrol', 'Enrol this phone', 200],
    ['/nowhere', 'Page not found', 404],
    ['/assets/old-hash.js', 'Page not found', 404],
    ['/index.html', 'Page not found', 404],
    ['/%', 'Page not found', 404],
  ])('answer a person at %s with %s', async (url, title, status) => {
    const answer = await serve()(url, asPerson)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain(`<title>${title}</title>`)
  })

  it('are not kept by the browser if they show a customer’s copy', async () => {
    expect((await serve()('/copy', asPerson)).headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
  })

  it('answer a program with a problem if the path is unknown', async () => {
    const answer = await serve()('/rest/v2/leads', { accept: '*/*' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not-found' })
  })

  it('contain the settings as data that cannot end its element', async () => {
    const publicUrl = 'https://doorstep.example'
    const { body } = await serve({ publicUrl })('/')
    const json = /<script type="application\/json" id="settings">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(json)).toEqual({
      publicKey: 'a</script>b',
      localArea: 'Ludlow',
      company: COMPANY,
      crmProvider: 'sandbox',
      publicUrl,
    })
    const mailed = await serve({ mail: {} })('/')
    expect(mailed.body).toContain('"hasMail":true')
    const signedIn = await serve({ authMode: 'required' })('/')
    expect(signedIn.body).toContain('"authMode":"required"')
  })

  it('allow only their own code and style', async () => {
    const { headers } = await serve()('/')
    const hash = createHash('sha256').update(STYLE).digest('base64')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`)
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  it('may ask for the place of the phone, but for nothing else', async () => {
    const { headers } = await serve()('/')
    expect(headers['permissions-policy']).toBe(
      'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
    )
  })

  it.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another origin of this site', { 'sec-fetch-site': 'same-site' }],
    ['a browser that does not say', {}],
  ])('are out of reach of the page that opened them, if opened by %s', async (_opener, headers) => {
    const answer = await serve()('/', headers)
    expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin')
  })

  it.each([
    ['a person', 'none'],
    ['Doorstep', 'same-origin'],
  ])('need no process of their own if opened by %s', async (_opener, site) => {
    const answer = await serve()('/', { 'sec-fetch-site': site })
    expect(answer.headers['cross-origin-opener-policy']).toBeUndefined()
  })

  it('require HTTPS only if they are served over it', async () => {
    expect((await serve()('/')).headers['strict-transport-security']).toBeUndefined()
    const { headers } = await serve({ publicUrl: 'https://doorstep.example' })('/')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ])('are sent to a client that accepts %s as %s', async (accepted, encoding, decode) => {
    const { headers, rawPayload } = await serve()('/', { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toBe('Accept-Encoding')
    expect(decode(rawPayload).toString()).toContain('Wizard')
  })

  it('are revalidated each time and sent only if they have changed', async () => {
    const get = serve()
    const { headers } = await get('/')
    expect(headers['cache-control']).toBe('no-cache')
    const again = await get('/', { 'if-none-match': `"other", ${headers.etag}` })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })
})

describe('the files', () => {
  it('with a hash in their name may be cached for a year, and are compressed if the client accepts it', async () => {
    const get = serve()
    const compressed = await get('/assets/main-abc.js', { 'accept-encoding': 'br' })
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(SCRIPT)
    expect((await get('/assets/main-abc.js')).body).toBe(SCRIPT)
  })

  it('without one are revalidated each time', async () => {
    const { statusCode, headers } = await serve()('/manifest.webmanifest')
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('no-cache')
  })
})

describe('the service worker', () => {
  const readRelease = async (get: ReturnType<typeof serve>): Promise<Release> =>
    JSON.parse(/^const release=(.*);\n/.exec((await get('/service-worker.js')).body)?.[1] ?? '')

  it('is revalidated each time, and may connect only to its server', async () => {
    const { statusCode, headers, body } = await serve()('/service-worker.js')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
    expect(body.endsWith(WORKER)).toBe(true)
  })

  it('lists the pages and files that work offline, each with its hash', async () => {
    const get = serve()
    const { contents, notFound } = await readRelease(get)
    expect(Object.keys(contents).sort()).toEqual([
      '/',
      '/404',
      '/admin/ghl',
      '/assets/main-abc.js',
      '/copy',
      '/enrol',
      '/favicon.svg',
    ])
    expect(notFound).toBe('/404')
    for (const [path, hash] of Object.entries(contents)) {
      const { rawPayload } = await get(path, asPerson)
      expect(hash).toBe(`sha256-${createHash('sha256').update(rawPayload).digest('base64')}`)
    }
  })

  it('changes if a setting in the pages changes', async () => {
    const [one, same, other] = await Promise.all(
      [{}, {}, { publicKey: 'another' }].map((given) => readRelease(serve(given))),
    )
    expect(same?.name).toBe(one?.name)
    expect(other?.name).not.toBe(one?.name)
  })
})

it('says that the web app is not built', async () => {
  const get = serve({ dist: join(distDir, 'absent') })
  for (const url of ['/', '/admin/ghl', '/admin/sales/sale_1', '/anything']) {
    const answer = await get(url, asPerson)
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('The web app is not built')
  }
  expect((await get('/anything')).json()).toMatchObject({ code: 'not-found' })
})
