import { renderToStaticMarkup } from 'react-dom/server'
import { AdminShell } from './admin-shell.tsx'
import { DataShell } from './data-shell.tsx'
import { LeadsShell } from './leads-shell.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { RegisterShell } from './register-shell.tsx'
import { SaleShell } from './sale-shell.tsx'
import { SalesShell } from './sales-shell.tsx'
import { StreetShell } from './street-shell.tsx'
import { WizardShell } from './wizard-shell.tsx'

/** Returns the HTML that a page shows before its script runs. */
export function renderShell(path: string): string {
  if (path === '/admin.html') return renderToStaticMarkup(<AdminShell />)
  if (path === '/admin-sale.html') return renderToStaticMarkup(<SaleShell />)
  if (path === '/admin-sales.html') return renderToStaticMarkup(<SalesShell />)
  if (path === '/admin-do-not-knock.html') return renderToStaticMarkup(<RegisterShell />)
  if (path === '/admin-leads.html') return renderToStaticMarkup(<LeadsShell />)
  if (path === '/admin-data.html') return renderToStaticMarkup(<DataShell />)
  if (path === '/admin-street.html') return renderToStaticMarkup(<StreetShell />)
  if (path === '/404.html') return renderToStaticMarkup(<NotFoundPage />)
  return renderToStaticMarkup(<WizardShell />)
}
