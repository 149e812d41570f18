import { dismissToast, toast } from '../ui/toast-store.ts'

/** Work that a reload must not interrupt. */
export type Work = { isInProgress: () => boolean; subscribe: (listener: () => void) => void }

type Installed = {
  workers: ServiceWorkerContainer
  registration: ServiceWorkerRegistration
  work: Work
  takeOver: (worker: ServiceWorker) => void
}

/**
 * Offers a new release once it is installed, but never during a sale. `Update` reloads this page only. If a sale has
 * begun before the release takes over, it is offered again after that sale. After `Not now` the agent is asked again
 * after the next sale, and gets the release at the next start in any case.
 */
export function offerUpdates({ workers, registration, work, takeOver }: Installed): void {
  let controller = workers.controller
  /** Another page has activated the new release, so this one only has to reload. */
  let outdated = false
  let declined = false
  /** The agent has pressed `Update`. The old worker may need minutes to finish its work. */
  let accepted = false
  let offered: number | undefined

  function offer(): void {
    if (work.isInProgress()) declined = false
    const possible =
      (registration.waiting !== null || outdated) && !declined && !accepted && !work.isInProgress()
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
    offered = undefined
    accepted = true
    if (registration.waiting) takeOver(registration.waiting)
    else location.reload()
  }

  function watchInstalling(): void {
    registration.installing?.addEventListener('statechange', offer)
    offer()
  }

  workers.addEventListener('controllerchange', () => {
    outdated ||= controller !== null
    controller = workers.controller
    if (accepted && !work.isInProgress()) return location.reload()
    accepted = false
    offer()
  })
  registration.addEventListener('updatefound', watchInstalling)
  work.subscribe(offer)
  watchInstalling()
}
