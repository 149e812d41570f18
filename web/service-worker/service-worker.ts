import type { Release } from '#protocol/release.ts'
import type { SecondCopiesCache, WorkerOrder } from './orders.ts'

declare const self: ServiceWorkerGlobalScope
/** The server writes it before this script, so that another release is another script. */
declare const release: Release

const ASSETS = '/assets/'
const SECOND_COPIES: SecondCopiesCache = 'doorstep-second-copies'
/** A page that only the server knows is waited for so long; then it is as good as not there. */
const PATIENCE_MS = 5_000

self.addEventListener('install', (event) => event.waitUntil(keepRelease()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', answer)
self.addEventListener('message', (event) => {
  const order: WorkerOrder = event.data
  event.waitUntil(order === 'take-over' ? self.skipWaiting() : forgetOtherReleases(1))
})

/** All of the release or nothing: one piece that is missing or not as the server meant it, and this worker is void. */
async function keepRelease(): Promise<void> {
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
  await forgetOtherReleases(0)
  await self.clients.claim()
}

/**
 * Forgets what no open page can need any more: a page of an earlier release still fetches its parts from here. With
 * one page open, it is the one of this release that has just said so. A release that is arriving is left alone.
 */
async function forgetOtherReleases(mostPages: 0 | 1): Promise<void> {
  const names = await caches.keys()
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const { installing, waiting } = self.registration
  if (pages.length > mostPages || installing || waiting) return
  const others = names.filter((name) => name !== release.name && name !== SECOND_COPIES)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** What belongs to a release comes from the phone, without asking the network; all else is the network's. */
function answer(event: FetchEvent): void {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const path = pathname.replace(/(?<=.)\/$/, '')
  if (path in release.contents || path.startsWith(ASSETS)) event.respondWith(find(path, request))
  else if (request.mode === 'navigate')
    event.respondWith(
      fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() =>
        find(release.notFound, request),
      ),
    )
}

/** Of this release, else of an earlier one whose page is still open, else from the server. */
async function find(path: string, request: Request): Promise<Response> {
  const kept = (await caches.match(path, { cacheName: release.name })) ?? (await caches.match(path))
  return kept ?? fetch(request)
}
