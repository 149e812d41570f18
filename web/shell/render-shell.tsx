import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { AdminFrame } from '../screens/back-office/admin-frame.tsx'
import { DashboardFrame } from '../screens/back-office/dashboard/dashboard-frame.tsx'
import { DataFrame } from '../screens/back-office/data/data-frame.tsx'
import { RegisterFrame } from '../screens/back-office/do-not-knock/register-frame.tsx'
import { LeadsFrame } from '../screens/back-office/leads/leads-frame.tsx'
import { SaleFrame } from '../screens/back-office/sale/sale-frame.tsx'
import { SalesFrame } from '../screens/back-office/sales/sales-frame.tsx'
import { StreetFrame } from '../screens/back-office/street/street-frame.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { WizardShell } from './wizard-shell.tsx'

const SHELLS: Readonly<Record<string, ComponentType>> = {
  '/admin-dashboard.html': DashboardFrame,
  '/admin.html': AdminFrame,
  '/admin-sale.html': SaleFrame,
  '/admin-sales.html': SalesFrame,
  '/admin-do-not-knock.html': RegisterFrame,
  '/admin-leads.html': LeadsFrame,
  '/admin-data.html': DataFrame,
  '/admin-street.html': StreetFrame,
  '/404.html': NotFoundPage,
}

/** Returns the HTML that a page shows before its script runs: the page without what needs data or a script. */
export function renderShell(path: string): string {
  const Shell = SHELLS[path] ?? WizardShell
  return renderToStaticMarkup(<Shell />)
}
