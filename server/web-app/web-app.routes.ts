import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { COPY_PAGE } from '#protocol/copy.ts'
import type { AppSettings } from '#protocol/functions.ts'
import { ENROL_PAGE, SIGN_IN_PAGE } from '#protocol/identity.ts'
import { CRM_PAGE, OFFICE_PAGES } from '#protocol/office-pages.ts'
import type { Context } from '../context.ts'
import { listBuiltFiles } from './built-files.ts'
import type { PackedText } from './packed-text.ts'
import { buildPage } from './page.ts'
import { NOWHERE } from './readable-address.ts'
import { sendPackedText } from './send-packed-text.ts'
import { buildWorkerScript } from './worker-script.ts'

const PAGES = [
  { path: '/', document: 'index.html' },
  ...OFFICE_PAGES,
  { path: COPY_PAGE, document: 'copy.html' },
  { path: SIGN_IN_PAGE, document: 'sign-in.html' },
  { path: ENROL_PAGE, document: 'enrol.html' },
  { path: NOWHERE, document: '404.html' },
]
/** The pages that work on a phone without a connection. */
const KEPT = ['/', CRM_PAGE, COPY_PAGE, ENROL_PAGE, NOWHERE]

const BUILT = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** A browser must not keep what the page showed, because another person may use it next. */
const COPY_HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }
const ONE_YEAR_MS = 365 * 24 * 3_600_000

/**
 * Returns the routes of the built web app: its documents, its files, and every GET that no other route takes
 * (docs/product 2.1). If it is not built, the pages say so, and the API still works.
 */
export function webAppRoutes(context: Pick<Context, 'config' | 'crm'>, distDir = BUILT): FastifyPluginAsync {
  return async (app) => {
    const headers = securityHeaders(context.config)
    app.addHook('onRequest', async (request, reply) => {
      reply.headers(headers)
      if (mayBeHeldByAnotherSite(request)) reply.header('cross-origin-opener-policy', 'same-origin')
    })
    if (!existsSync(join(distDir, 'index.html'))) return sayNotBuilt(app)

    const pages = await readPages(distDir, settingsOf(context))
    const kept = Object.fromEntries([...pages].filter(([path]) => KEPT.includes(path)))
    const files = await listBuiltFiles(distDir)
    const worker = await buildWorkerScript(distDir, files, kept, NOWHERE)
    for (const [path, page] of pages)
      if (path !== NOWHERE)
        app.get(path, (request, reply) =>
          sendPackedText(request, path === COPY_PAGE ? reply.headers(COPY_HEADERS) : reply, page),
        )
    app.get('/service-worker.js', (request, reply) => sendPackedText(request, reply, worker))
    await prepareFiles(app, distDir)
    onOtherGets(
      app,
      (request, reply) => sendPackedText(request, reply, pages.get(NOWHERE) as PackedText, 404),
      new Set(files),
    )
  }
}

const settingsOf = ({ config, crm }: Pick<Context, 'config' | 'crm'>): AppSettings => ({
  publicKey: config.publicKey,
  localArea: config.localArea,
  crmProvider: crm.provider,
  company: config.company,
  publicUrl: config.publicUrl,
  ...(config.mail && { hasMail: true }),
  ...(config.authMode !== 'anonymous' && { authMode: config.authMode }),
})

/** Returns each page by its path, with the settings. */
async function readPages(distDir: string, settings: AppSettings): Promise<Map<string, PackedText>> {
  const read = async ({ path, document }: (typeof PAGES)[number]) =>
    [path, buildPage(await readFile(join(distDir, document), 'utf8'), settings)] as const
  return new Map(await Promise.all(PAGES.map(read)))
}

/**
 * Lets replies send built files. The names of the assets contain the hash of their content, so assets never change.
 * Everything else is revalidated.
 */
function prepareFiles(app: FastifyInstance, distDir: string) {
  const assets = join(distDir, 'assets') + sep
  return app.register(fastifyStatic, {
    root: distDir,
    // A route for each file would take a tenth of a start.
    serve: false,
    preCompressed: true,
    maxAge: ONE_YEAR_MS,
    immutable: true,
    setHeaders: (reply, path) => {
      if (!path.startsWith(assets)) reply.header('cache-control', 'no-cache')
    },
  })
}

function sayNotBuilt(app: FastifyInstance): void {
  const notBuilt = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built yet. Run: npm start\n')
  for (const { path } of PAGES) if (path !== NOWHERE) app.get(path, notBuilt)
  onOtherGets(app, notBuilt)
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** Sends the built file at the path. At any other path, a person gets a page and a program a problem. */
function onOtherGets(app: FastifyInstance, toPerson: Handler, files: ReadonlySet<string> = new Set()): void {
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const path = request.params['*']
    if (files.has(path)) return reply.sendFile(path)
    return request.headers.accept?.includes('text/html') ? toPerson(request, reply) : reply.callNotFound()
  })
}

function securityHeaders({ publicUrl }: Pick<Context['config'], 'publicUrl'>): Record<string, string> {
  return {
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
    ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/**
 * A page of another site that opens one of ours can keep a handle on its window. To cut that off, the browser discards
 * the process that it has prepared and starts another, so a person who opens Doorstep would wait (decision 26).
 */
const mayBeHeldByAnotherSite = ({ headers }: FastifyRequest): boolean =>
  !['none', 'same-origin'].includes(String(headers['sec-fetch-site']))
