import type { WorkerOrder } from '../service-worker/orders.ts'
import { offerUpdates, type Work } from './offer-updates.ts'

const WORKER = '/service-worker.js'

/**
 * Installs the app on the phone, so that it opens offline, and offers later releases. This takes bandwidth and
 * processor time, so call it once the screen can be used. Does nothing on a page without HTTPS outside localhost,
 * because browsers have no service workers there. Resolves once a whole release is stored; rejects if that fails, but
 * the page works all the same.
 */
export async function installApp(work: Work): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers) return
  await loaded()
  const registration = await Promise.race([workers.ready, failureOf(await workers.register(WORKER))])
  post(workers.controller, 'page-opened')
  offerUpdates({ workers, registration, work, takeOver: (worker) => post(worker, 'take-over') })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookForRelease(registration)
  })
}

/** Rejects if the phone could not store the app, which leaves `ready` pending for ever. */
const failureOf = ({ installing }: ServiceWorkerRegistration) =>
  new Promise<never>((_resolve, reject) => {
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant') reject(new Error('The phone could not store the app.'))
    })
  })

const loaded = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'complete') resolve(undefined)
    else addEventListener('load', resolve, { once: true })
  })

/** Fails while offline, but the next check is soon enough. */
function lookForRelease(registration: ServiceWorkerRegistration): void {
  registration.update().catch(() => undefined)
}

const post = (worker: ServiceWorker | null, order: WorkerOrder) => worker?.postMessage(order)
