import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { OfficeDocument } from '#protocol/office-pages.ts'
import { AdminFrame } from '../screens/back-office/admin-frame.tsx'
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
} from '../screens/back-office/page-frames.tsx'
import { SaleFrame } from '../screens/back-office/sale/sale-frame.tsx'
import { Logo } from '../ui/logo.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { WizardShell } from './wizard-shell.tsx'

/** The other documents have no shell, because they are for customers or developers. */
const SHELLS: Readonly<
  Record<`/${OfficeDocument | 'index.html' | 'sign-in.html' | '404.html'}`, ComponentType>
> = {
  '/index.html': WizardShell,
  '/admin-dashboard.html': DashboardFrame,
  '/admin.html': AdminFrame,
  '/admin-sale.html': SaleFrame,
  '/admin-sales.html': SalesFrame,
  '/admin-do-not-knock.html': RegisterFrame,
  '/admin-leads.html': LeadsFrame,
  '/admin-data.html': DataFrame,
  '/admin-exceptions.html': ExceptionsFrame,
  '/admin-street.html': StreetFrame,
  '/admin-phones.html': PhonesFrame,
  '/admin-audit.html': AuditFrame,
  '/admin-people.html': PeopleFrame,
  '/admin-tokens.html': TokensFrame,
  '/sign-in.html': Logo,
  '/404.html': NotFoundPage,
}

/** Returns the HTML that a page shows before its script runs: the page without what needs data or a script. */
export function renderShell(path: string): string {
  const Shell: ComponentType | undefined = SHELLS[path as keyof typeof SHELLS]
  return Shell ? renderToStaticMarkup(<Shell />) : ''
}
