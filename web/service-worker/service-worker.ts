import type { Release } from '#protocol/release.ts'
import type { SecondCopiesCache, WorkerOrder } from './orders.ts'

declare const self: ServiceWorkerGlobalScope
/** The server puts it in front of this script, so that every release has a different script. */
declare const release: Release

const ASSETS = '/assets/'
/** The pages of the back office and the sign-in page need the server. Those that work without it are in the release. */
const OFFICE = /^\/(admin|sign-in)(\/|$)/
const SECOND_COPIES: SecondCopiesCache = 'doorstep-second-copies'
/** How long to wait for a page that only the server has, before showing the not-found page. */
const PAGE_TIMEOUT_MS = 5_000

self.addEventListener('install', (event) => event.waitUntil(storeRelease()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', answer)
self.addEventListener('message', (event) => {
  const order: WorkerOrder = event.data
  event.waitUntil(order === 'take-over' ? self.skipWaiting() : deleteOtherReleases(1))
})

/** Stores the whole release or fails: a file that is missing or has another hash makes this worker void. */
async function storeRelease(): Promise<void> {
  const cache = await caches.open(release.name)
  await Promise.all(
    Object.entries(release.contents).map(async ([path, integrity]) => {
      const response = await fetch(path, {
        integrity,
        redirect: 'error',
        headers: { accept: 'text/html, */*' },
      })
      await cache.put(path, response)
    }),
  )
}

async function takeOver(): Promise<void> {
  await deleteOtherReleases(0)
  await self.clients.claim()
}

/**
 * Deletes other releases once no open page needs them, because a page of an earlier release still loads its chunks from
 * here. `maxPages` is 1 if the message came from a page of this release. Never deletes a release that is arriving.
 */
async function deleteOtherReleases(maxPages: 0 | 1): Promise<void> {
  const names = await caches.keys()
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const { installing, waiting } = self.registration
  if (pages.length > maxPages || installing || waiting) return
  const others = names.filter((name) => name !== release.name && name !== SECOND_COPIES)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** Answers with the stored file if it belongs to a release. Everything else comes from the network. */
function answer(event: FetchEvent): void {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const path = pathname.replace(/(?<=.)\/$/, '')
  if (path in release.contents || path.startsWith(ASSETS)) event.respondWith(find(path, request))
  else if (request.mode === 'navigate' && !isOffice(path))
    event.respondWith(
      fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) }).catch(() =>
        find(release.notFound, request),
      ),
    )
}

/**
 * If there is no connection, the browser itself says so for these: the page exists, so we must not call it not found.
 */
const isOffice = (path: string) => OFFICE.test(path)

/** Finds a file in this release, else in an earlier one whose page is still open, else on the server. */
async function find(path: string, request: Request): Promise<Response> {
  const stored = (await caches.match(path, { cacheName: release.name })) ?? (await caches.match(path))
  return stored ?? fetch(request)
}
