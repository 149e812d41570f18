import { StrictMode, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { type App, AppContext } from './app-context.ts'
import { buildApp } from './build-app.ts'
import { preloadNext, preloadRest, Wizard } from './screens/wizard/wizard.tsx'
import { reportTrouble } from './storage/report-trouble.ts'
import { createStorageTrouble } from './storage/storage-trouble.ts'
import { firstRead, thisPhone } from './storage/this-phone.ts'
import { showBrightScreen } from './ui/bright-screen.ts'
import { LoadBoundary } from './ui/load-boundary.tsx'
import { AppIsNewer, NoStorage, OtherTabsOpen, StorageSilent } from './ui/no-storage.tsx'
import { prefetched } from './ui/prefetched.ts'
import { wholeSheet } from './ui/whole-sheet.ts'

/** A database that opens at all opens within this time, even on a slow phone. */
const STORAGE_TIMEOUT_MS = 10_000

const tracker = prefetched(() =>
  import('./screens/tracker/tracker-dialog.tsx').then((dialog) => dialog.TrackerDialog),
)

function Root({ app }: { app: App }) {
  const [tracking, setTracking] = useState(false)
  return (
    <AppContext value={app}>
      <Wizard onOpenTracker={() => setTracking(true)} />
      {tracking && (
        <Suspense>
          <tracker.Screen onClose={() => setTracking(false)} />
        </Suspense>
      )}
    </AppContext>
  )
}

/** Installs the app for offline use once the agent can work with it, and follows what other tabs do with this phone. */
const install = (app: App): Promise<void> =>
  import('./install/start-later.ts').then(({ startLater }) => startLater(app)).catch(reportTrouble)

async function start(): Promise<void> {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  const trouble = createStorageTrouble()
  const timeout = setTimeout(() => root.render(<StorageSilent />), STORAGE_TIMEOUT_MS)
  thisPhone.watchOtherTabs((conflict) => {
    clearTimeout(timeout)
    if (conflict === 'is-newer') trouble.update({ blocking: conflict })
    else root.render(<OtherTabsOpen />)
  })
  try {
    const first = await firstRead.finally(() => clearTimeout(timeout))
    // If a style sheet is added after the leads are drawn, Chromium visibly swaps the font of their numbers.
    if (first.lists.leads.length > 0) await wholeSheet().catch(reportTrouble)
    const { app, start: startApp } = await buildApp(thisPhone, first, trouble)
    flushSync(() =>
      root.render(
        <StrictMode>
          <LoadBoundary>
            <Root app={app} />
          </LoadBoundary>
        </StrictMode>,
      ),
    )
    await startApp()
    await app.lists.known()
    await preloadNext()
    await install(app)
    // The worker has fetched every script to store it, so these cost no extra bytes.
    await Promise.all([preloadRest(), tracker.prefetch()])
  } catch (error) {
    reportTrouble(error)
    root.render(trouble.get().blocking === 'is-newer' ? <AppIsNewer /> : <NoStorage />)
  }
}

showBrightScreen()
void start()
