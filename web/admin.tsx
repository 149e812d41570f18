import { type ComponentType, lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { AUDIT_PAGE } from '#protocol/audit.ts'
import { PEOPLE_PAGE, TOKENS_PAGE } from '#protocol/identity.ts'
import { LEADS_PAGE } from '#protocol/lead-files.ts'
import { EXCEPTIONS_PAGE } from '#protocol/office-lists.ts'
import { CRM_PAGE, type OfficePath } from '#protocol/office-pages.ts'
import { STREET_PAGE } from '#protocol/office-street.ts'
import { DASHBOARD_PAGE } from '#protocol/office-summary.ts'
import { PHONES_PAGE } from '#protocol/phones.ts'
import { DATA_PAGE } from '#protocol/premises-data.ts'
import { REGISTER_PAGE } from '#protocol/register.ts'
import { SALES_PAGE } from '#protocol/sale-record.ts'
import { installApp } from './install/install-app.ts'
import { account } from './screens/back-office/account/account.ts'
import { AdminPage } from './screens/back-office/admin-page.tsx'
import { OfficeBoundary } from './screens/back-office/office-boundary.tsx'
import {
  AuditFrame,
  DashboardFrame,
  DataFrame,
  ExceptionsFrame,
  LeadsFrame,
  PeopleFrame,
  PhonesFrame,
  RegisterFrame,
  SalesFrame,
  StreetFrame,
  TokensFrame,
} from './screens/back-office/page-frames.tsx'
import { SaleFrame } from './screens/back-office/sale/sale-frame.tsx'
import { settings } from './settings.ts'
import { reportTrouble } from './storage/report-trouble.ts'
import { keepFocusNearby } from './ui/keep-focus-nearby.ts'

/** Returns a page whose script loads when it is opened. Its frame shows until then. */
function officePage(Frame: ComponentType, load: () => Promise<ComponentType>): ComponentType {
  const Loaded = lazy(async () => ({ default: await load() }))
  return () => (
    <Suspense fallback={<Frame />}>
      <Loaded />
    </Suspense>
  )
}

/** The path of one sale's page. */
const SALE_PAGE = `${SALES_PAGE}/:session_id` as const

const PAGES: Readonly<Record<OfficePath, ComponentType>> = {
  [DASHBOARD_PAGE]: officePage(
    DashboardFrame,
    async () => (await import('./screens/back-office/dashboard/dashboard-page.tsx')).DashboardPage,
  ),
  [EXCEPTIONS_PAGE]: officePage(
    ExceptionsFrame,
    async () => (await import('./screens/back-office/exceptions/exceptions-page.tsx')).ExceptionsPage,
  ),
  [CRM_PAGE]: AdminPage,
  [SALES_PAGE]: officePage(
    SalesFrame,
    async () => (await import('./screens/back-office/sales/sales-page.tsx')).SalesPage,
  ),
  [SALE_PAGE]: officePage(SaleFrame, async () => {
    const { SalePage } = await import('./screens/back-office/sale/sale-page.tsx')
    return () => <SalePage sessionId={decodeURIComponent(path.slice(SALES_PAGE.length + 1))} />
  }),
  [LEADS_PAGE]: officePage(
    LeadsFrame,
    async () => (await import('./screens/back-office/leads/leads-page.tsx')).LeadsPage,
  ),
  [STREET_PAGE]: officePage(
    StreetFrame,
    async () => (await import('./screens/back-office/street/street-page.tsx')).StreetPage,
  ),
  [REGISTER_PAGE]: officePage(
    RegisterFrame,
    async () => (await import('./screens/back-office/do-not-knock/register-page.tsx')).RegisterPage,
  ),
  [DATA_PAGE]: officePage(
    DataFrame,
    async () => (await import('./screens/back-office/data/data-page.tsx')).DataPage,
  ),
  [PHONES_PAGE]: officePage(
    PhonesFrame,
    async () => (await import('./screens/back-office/phones/phones-page.tsx')).PhonesPage,
  ),
  [AUDIT_PAGE]: officePage(
    AuditFrame,
    async () => (await import('./screens/back-office/audit/audit-page.tsx')).AuditPage,
  ),
  [PEOPLE_PAGE]: officePage(
    PeopleFrame,
    async () => (await import('./screens/back-office/people/people-page.tsx')).PeoplePage,
  ),
  [TOKENS_PAGE]: officePage(
    TokensFrame,
    async () => (await import('./screens/back-office/tokens/tokens-page.tsx')).TokensPage,
  ),
}

const path = location.pathname.replace(/\/$/, '')
const Page = PAGES[path.startsWith(`${SALES_PAGE}/`) ? SALE_PAGE : (path as OfficePath)]

if (settings.authMode) {
  account.set({ me: undefined, isRefused: false })
  void import('./screens/back-office/account/follow-account.ts')
    .then(({ followAccount }) => followAccount())
    .catch(reportTrouble)
}

keepFocusNearby()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <OfficeBoundary>
      <Page />
    </OfficeBoundary>
  </StrictMode>,
)

void installApp({ isInProgress: () => false, subscribe: () => undefined }).catch(reportTrouble)
