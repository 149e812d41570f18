import type { WorkerOrder } from '../service-worker/orders.ts'
import { offerUpdates, type Work } from './offer-updates.ts'

const WORKER = '/service-worker.js'

/**
 * Keeps this app on the phone, so that it opens without a network, and offers later releases. Costs the line and the
 * processor something: call it when the screen can be used. Rejects when the worker's script could not be had; the page
 * works all the same. Without HTTPS (but on the machine itself) a browser has no workers, and there is nothing to do.
 */
export async function installApp(work: Work): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers) return
  await loaded()
  await workers.register(WORKER)
  const registration = await workers.ready
  tell(workers.controller, 'page-opened')
  offerUpdates({ workers, registration, work, takeOver: (worker) => tell(worker, 'take-over') })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookForRelease(registration)
  })
}

const loaded = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'complete') resolve(undefined)
    else addEventListener('load', resolve, { once: true })
  })

/** Without a network there is none to find; the next look is soon enough. */
function lookForRelease(registration: ServiceWorkerRegistration): void {
  registration.update().catch(() => undefined)
}

const tell = (worker: ServiceWorker | null, order: WorkerOrder) => worker?.postMessage(order)
