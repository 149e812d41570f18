import { dismissToast, toast } from '../ui/toast-store.ts'

/** What must not be interrupted, and how to follow it. */
export type Work = { isUnderWay: () => boolean; subscribe: (listener: () => void) => void }

type Installed = {
  workers: ServiceWorkerContainer
  registration: ServiceWorkerRegistration
  work: Work
  takeOver: (worker: ServiceWorker) => void
}

/**
 * Offers a release that is ready, but never in the middle of a sale. Only the page on which the agent says `Update`
 * is loaded anew. Whoever says `Not now` is asked again after the next sale, and gets it anyway with the next start.
 */
export function offerUpdates({ workers, registration, work, takeOver }: Installed): void {
  let controller = workers.controller
  /** Another page has let the new release take over; this one needs only to be loaded anew. */
  let outdated = false
  let declined = false
  let offered: number | undefined

  function offer(): void {
    if (work.isUnderWay()) declined = false
    const possible = (registration.waiting !== null || outdated) && !declined && !work.isUnderWay()
    if (possible === (offered !== undefined)) return
    if (offered === undefined) offered = show()
    else {
      dismissToast(offered)
      offered = undefined
    }
  }

  const show = () =>
    toast('A new version of Doorstep is ready', 'good', {
      name: 'Update',
      run: update,
      decline: {
        name: 'Not now',
        run: () => {
          declined = true
          offered = undefined
        },
      },
    })

  function update(): void {
    if (registration.waiting) {
      workers.addEventListener('controllerchange', () => location.reload())
      takeOver(registration.waiting)
    } else location.reload()
  }

  function follow(): void {
    registration.installing?.addEventListener('statechange', offer)
    offer()
  }

  workers.addEventListener('controllerchange', () => {
    outdated ||= controller !== null
    controller = workers.controller
    offer()
  })
  registration.addEventListener('updatefound', follow)
  work.subscribe(offer)
  follow()
}
