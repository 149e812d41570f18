import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { LEADS_PAGE } from '#protocol/lead-files.ts'
import { STREET_PAGE } from '#protocol/office-street.ts'
import { DATA_PAGE } from '#protocol/premises-data.ts'
import { REGISTER_PAGE } from '#protocol/register.ts'
import { SALES_PAGE } from '#protocol/sale-record.ts'
import { installApp } from './install/install-app.ts'
import { AdminPage } from './screens/back-office/admin-page.tsx'
import { DataFrame } from './screens/back-office/data/data-frame.tsx'
import { RegisterFrame } from './screens/back-office/do-not-knock/register-frame.tsx'
import { LeadsFrame } from './screens/back-office/leads/leads-frame.tsx'
import { OfficeBoundary } from './screens/back-office/office-boundary.tsx'
import { SaleFrame } from './screens/back-office/sale/sale-frame.tsx'
import { SalesFrame } from './screens/back-office/sales/sales-frame.tsx'
import { StreetFrame } from './screens/back-office/street/street-frame.tsx'
import { reportTrouble } from './storage/report-trouble.ts'

const SalePage = lazy(() =>
  import('./screens/back-office/sale/sale-page.tsx').then(({ SalePage }) => ({ default: SalePage })),
)
const SalesPage = lazy(() =>
  import('./screens/back-office/sales/sales-page.tsx').then(({ SalesPage }) => ({ default: SalesPage })),
)
const RegisterPage = lazy(() =>
  import('./screens/back-office/do-not-knock/register-page.tsx').then(({ RegisterPage }) => ({
    default: RegisterPage,
  })),
)
const LeadsPage = lazy(() =>
  import('./screens/back-office/leads/leads-page.tsx').then(({ LeadsPage }) => ({ default: LeadsPage })),
)
const DataPage = lazy(() =>
  import('./screens/back-office/data/data-page.tsx').then(({ DataPage }) => ({ default: DataPage })),
)
const StreetPage = lazy(() =>
  import('./screens/back-office/street/street-page.tsx').then(({ StreetPage }) => ({ default: StreetPage })),
)

const [, sessionId] = location.pathname.split(`${SALES_PAGE}/`)

function Page() {
  if (sessionId)
    return (
      <Suspense fallback={<SaleFrame />}>
        <SalePage sessionId={decodeURIComponent(sessionId.replace(/\/$/, ''))} />
      </Suspense>
    )
  if (location.pathname.startsWith(SALES_PAGE))
    return (
      <Suspense fallback={<SalesFrame />}>
        <SalesPage />
      </Suspense>
    )
  if (location.pathname.startsWith(REGISTER_PAGE))
    return (
      <Suspense fallback={<RegisterFrame />}>
        <RegisterPage />
      </Suspense>
    )
  if (location.pathname.startsWith(LEADS_PAGE))
    return (
      <Suspense fallback={<LeadsFrame />}>
        <LeadsPage />
      </Suspense>
    )
  if (location.pathname.startsWith(DATA_PAGE))
    return (
      <Suspense fallback={<DataFrame />}>
        <DataPage />
      </Suspense>
    )
  if (location.pathname.startsWith(STREET_PAGE))
    return (
      <Suspense fallback={<StreetFrame />}>
        <StreetPage />
      </Suspense>
    )
  return <AdminPage />
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <OfficeBoundary>
      <Page />
    </OfficeBoundary>
  </StrictMode>,
)

void installApp({ isInProgress: () => false, subscribe: () => undefined }).catch(reportTrouble)
