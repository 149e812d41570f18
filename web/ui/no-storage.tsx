import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Logo } from './logo.tsx'

/** A sale that the phone cannot keep must not be begun. */
export const NoStorage = () => (
  <StopPage
    title="This browser cannot keep a sale"
    action={<Button onClick={() => location.reload()}>Try again</Button>}
  >
    Doorstep stores every sale on the phone first, and this browser does not allow it. Leave private browsing
    or free some space, then try again.
  </StopPage>
)

/** It goes on by itself, however late the answer comes. */
export const StorageSilent = () => (
  <StopPage
    title="The storage of this browser does not answer"
    action={<Button onClick={() => location.reload()}>Try again</Button>}
  >
    Doorstep stores every sale on the phone first, and waits for the browser to open what is stored. Nothing
    is lost. If this stays, close the browser and open it again.
  </StopPage>
)

/** An older app in another tab has what we must bring to the new form; this page goes on once that tab is gone. */
export const OtherTabsOpen = () => (
  <StopPage title="Close the other tabs of Doorstep">
    Doorstep was updated, and an older version is still open. Nothing is lost: this page goes on as soon as it
    is closed.
  </StopPage>
)

/** What is stored here is of a later version than this page. */
export const AppIsNewer = () => (
  <StopPage
    title="Doorstep was updated in another tab"
    action={
      <Button autoFocus onClick={() => location.reload()}>
        Load the new version
      </Button>
    }
  >
    This page is of the version before and can no longer save. What was saved is safe.
  </StopPage>
)

/** A page on which nothing goes on before something is done about what it says. */
export function StopPage(stop: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-6 text-center">
      <Logo />
      <h1 className="text-xl font-semibold">{stop.title}</h1>
      <p className="text-muted">{stop.children}</p>
      {stop.action}
    </main>
  )
}
