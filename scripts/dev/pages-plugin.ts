import type { IncomingMessage } from 'node:http'
import type { Plugin } from 'vite'
import type { AppSettings } from '#protocol/functions.ts'
import { OFFICE_PAGES } from '#protocol/office-pages.ts'

const PAGES: Readonly<Record<string, string>> = {
  '/': '/index.html',
  ...Object.fromEntries(OFFICE_PAGES.map(({ path, document }) => [path, `/${document}`])),
  '/copy': '/copy.html',
  '/sign-in': '/sign-in.html',
  '/enrol': '/enrol.html',
  // Not in the build, because only developers need it.
  '/parts': '/parts.html',
}

/** Replaces the worker that `npm start` left in this browser, which would keep showing the built app. */
const WORKER = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  const pages = await self.clients.matchAll({ type: 'window' })
  await self.registration.unregister()
  for (const page of pages) page.navigate(page.url)
}
`

/** Serves the documents at the same addresses as the real server, with settings and shell in place. */
export function pagesPlugin(settings: AppSettings): Plugin {
  return {
    name: 'doorstep:pages',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url === '/service-worker.js')
          return void response.setHeader('content-type', 'text/javascript').end(WORKER)
        if (isNavigation(request)) request.url = documentAt(request.url?.split('?')[0] ?? '/')
        next()
      })
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server, path }) {
        const shell = await server?.ssrLoadModule('/shell/render-shell.tsx')
        return html
          .replace('<!--shell-->', () => shell?.renderShell(path) ?? '')
          .replace('<!--settings-->', () => settingsElement(settings))
      },
    },
  }
}

const documentAt = (path: string) =>
  PAGES[path] ?? (path.startsWith('/admin/sales/') ? '/admin-sale.html' : '/404.html')

const settingsElement = (settings: AppSettings): string =>
  `<script type="application/json" id="settings">${JSON.stringify(settings)}</script>`

const isNavigation = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && (headers.accept?.includes('text/html') ?? false)
