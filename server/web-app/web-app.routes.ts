import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { COPY_PAGE } from '#protocol/copy.ts'
import type { AppSettings } from '#protocol/functions.ts'
import { LEADS_PAGE } from '#protocol/lead-files.ts'
import { STREET_PAGE } from '#protocol/office-street.ts'
import { DATA_PAGE } from '#protocol/premises-data.ts'
import { REGISTER_PAGE } from '#protocol/register.ts'
import { SALES_PAGE } from '#protocol/sale-record.ts'
import type { Context } from '../context.ts'
import type { PackedText } from './packed-text.ts'
import { buildPage } from './page.ts'
import { NOWHERE } from './readable-address.ts'
import { sendPackedText } from './send-packed-text.ts'
import { buildWorkerScript } from './worker-script.ts'

type Pages = Readonly<
  Record<
    'wizard' | 'crmAdmin' | 'sales' | 'sale' | 'register' | 'leads' | 'data' | 'street' | 'copy' | 'notFound',
    PackedText
  >
>

const BUILT = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** A browser must not keep what the page showed, for the next person at it. */
const COPY_HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }
const ONE_YEAR_MS = 365 * 24 * 3_600_000

/**
 * Serves the built web app: its documents, its files, and every GET that no other route takes (docs/product
 * 2.1). Without a build it says so, and the API still works.
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
    const kept = {
      '/': pages.wizard,
      '/admin/ghl': pages.crmAdmin,
      [COPY_PAGE]: pages.copy,
      [NOWHERE]: pages.notFound,
    }
    const worker = await buildWorkerScript(distDir, kept, NOWHERE)
    app.get('/', (request, reply) => sendPackedText(request, reply, pages.wizard))
    app.get('/admin/ghl', (request, reply) => sendPackedText(request, reply, pages.crmAdmin))
    app.get(SALES_PAGE, (request, reply) => sendPackedText(request, reply, pages.sales))
    app.get(`${SALES_PAGE}/:session_id`, (request, reply) => sendPackedText(request, reply, pages.sale))
    app.get(REGISTER_PAGE, (request, reply) => sendPackedText(request, reply, pages.register))
    app.get(LEADS_PAGE, (request, reply) => sendPackedText(request, reply, pages.leads))
    app.get(DATA_PAGE, (request, reply) => sendPackedText(request, reply, pages.data))
    app.get(STREET_PAGE, (request, reply) => sendPackedText(request, reply, pages.street))
    app.get(COPY_PAGE, (request, reply) => sendPackedText(request, reply.headers(COPY_HEADERS), pages.copy))
    app.get('/service-worker.js', (request, reply) => sendPackedText(request, reply, worker))
    onOtherGets(app, (request, reply) => sendPackedText(request, reply, pages.notFound, 404))
    await serveFiles(app, distDir)
  }
}

const settingsOf = ({ config, crm }: Pick<Context, 'config' | 'crm'>): AppSettings => ({
  publicKey: config.publicKey,
  localArea: config.localArea,
  crmProvider: crm.provider,
  company: config.company,
  publicUrl: config.publicUrl,
  ...(config.mail && { hasMail: true }),
})

async function readPages(distDir: string, settings: AppSettings): Promise<Pages> {
  const read = async (name: string) => buildPage(await readFile(join(distDir, name), 'utf8'), settings)
  const [wizard, crmAdmin, sales, sale, register, leads, data, street, copy, notFound] = await Promise.all([
    read('index.html'),
    read('admin.html'),
    read('admin-sales.html'),
    read('admin-sale.html'),
    read('admin-do-not-knock.html'),
    read('admin-leads.html'),
    read('admin-data.html'),
    read('admin-street.html'),
    read('copy.html'),
    read('404.html'),
  ])
  return { wizard, crmAdmin, sales, sale, register, leads, data, street, copy, notFound }
}

/** The names of the assets hold the hash of their content, so they never change; everything else is revalidated. */
function serveFiles(app: FastifyInstance, distDir: string) {
  const assets = join(distDir, 'assets') + sep
  return app.register(fastifyStatic, {
    root: distDir,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', 'service-worker.js'],
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
  app.get('/', notBuilt)
  app.get('/admin/ghl', notBuilt)
  app.get(SALES_PAGE, notBuilt)
  app.get(`${SALES_PAGE}/:session_id`, notBuilt)
  app.get(REGISTER_PAGE, notBuilt)
  app.get(LEADS_PAGE, notBuilt)
  app.get(DATA_PAGE, notBuilt)
  app.get(STREET_PAGE, notBuilt)
  onOtherGets(app, notBuilt)
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** A person gets a page, a program gets a problem. */
function onOtherGets(app: FastifyInstance, toPerson: Handler): void {
  app.get('/*', (request, reply) =>
    request.headers.accept?.includes('text/html') ? toPerson(request, reply) : reply.callNotFound(),
  )
}

function securityHeaders({ publicUrl }: Pick<Context['config'], 'publicUrl'>): Record<string, string> {
  return {
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
    ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/**
 * A page of another site that opens one of ours may keep a handle on its window. To cut that off, the browser
 * discards the process that it has prepared and starts another, so a person who opens Doorstep would wait (decision
 * 26).
 */
const mayBeHeldByAnotherSite = ({ headers }: FastifyRequest): boolean =>
  !['none', 'same-origin'].includes(String(headers['sec-fetch-site']))
