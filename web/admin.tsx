import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { SALE_PAGE } from '#protocol/sale-record.ts'
import { installApp } from './install/install-app.ts'
import { AdminPage } from './screens/back-office/admin-page.tsx'
import { SaleFrame } from './screens/back-office/sale/sale-frame.tsx'
import { LoadBoundary } from './ui/load-boundary.tsx'

const SalePage = lazy(() =>
  import('./screens/back-office/sale/sale-page.tsx').then(({ SalePage }) => ({ default: SalePage })),
)

const [, sessionId] = location.pathname.split(`${SALE_PAGE}/`)

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    {sessionId === undefined ? (
      <AdminPage />
    ) : (
      <LoadBoundary>
        <Suspense fallback={<SaleFrame />}>
          <SalePage sessionId={decodeURIComponent(sessionId.replace(/\/$/, ''))} />
        </Suspense>
      </LoadBoundary>
    )}
  </StrictMode>,
)

void installApp({ isInProgress: () => false, subscribe: () => undefined })
