import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Logo } from './logo.tsx'

/** Shown if the browser has no storage, because a sale that cannot be saved must not start (docs/product 2.15). */
export const NoStorage = () => (
  <StopPage
    title="This browser can’t save a sale"
    action={<Button onClick={() => location.reload()}>Try again</Button>}
  >
    Doorstep saves every sale on the phone first, and this browser doesn’t allow it. Leave private browsing or
    free up some space, then try again.
  </StopPage>
)

/** Shown if the storage does not answer. The app continues by itself once it does. */
export const StorageSilent = () => (
  <StopPage
    title="Waiting for this browser’s storage"
    action={<Button onClick={() => location.reload()}>Try again</Button>}
  >
    Nothing is lost: Doorstep is waiting for the browser to open what is saved on this phone. If this takes
    too long, close the browser and open it again.
  </StopPage>
)

/** Shown if a tab with an older release blocks the upgrade of the database. Continues once that tab is closed. */
export const OtherTabsOpen = () => (
  <StopPage title="Close your other Doorstep tabs">
    Doorstep has been updated, and another tab still has the older version open. Close it, and this page will
    continue. Nothing is lost.
  </StopPage>
)

/** Shown if a later version than this page has stored the data. */
export const AppIsNewer = () => (
  <StopPage
    title="Doorstep has been updated in another tab"
    action={
      <Button autoFocus onClick={() => location.reload()}>
        Load the new version
      </Button>
    }
  >
    This page is an older version and can no longer save. Everything saved so far is safe.
  </StopPage>
)

/** A page that stops the app until its problem is solved. */
export function StopPage(stop: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <main className="stop-page">
      <Logo />
      <h1 className="text-xl font-semibold">{stop.title}</h1>
      <p className="text-muted">{stop.children}</p>
      {stop.action}
    </main>
  )
}
