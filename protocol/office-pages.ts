import { AUDIT_PAGE } from './audit.ts'
import { PEOPLE_PAGE, TOKENS_PAGE } from './identity.ts'
import { LEADS_PAGE } from './lead-files.ts'
import { EXCEPTIONS_PAGE } from './office-lists.ts'
import { STREET_PAGE } from './office-street.ts'
import { DASHBOARD_PAGE } from './office-summary.ts'
import { PHONES_PAGE } from './phones.ts'
import { DATA_PAGE } from './premises-data.ts'
import { REGISTER_PAGE } from './register.ts'
import { SALES_PAGE } from './sale-record.ts'

/** The page that tests the connection to the CRM (docs/product 2.11). */
export const CRM_PAGE = '/admin/ghl'

/** The pages in the navigation, in order. */
export const NAMED_OFFICE_PAGES = [
  { path: DASHBOARD_PAGE, document: 'admin-dashboard.html', name: 'Dashboard' },
  { path: EXCEPTIONS_PAGE, document: 'admin-exceptions.html', name: 'Exceptions' },
  { path: CRM_PAGE, document: 'admin.html', name: 'CRM connection' },
  { path: SALES_PAGE, document: 'admin-sales.html', name: 'Sales' },
  { path: LEADS_PAGE, document: 'admin-leads.html', name: 'Leads' },
  { path: STREET_PAGE, document: 'admin-street.html', name: 'Visits and streets' },
  { path: REGISTER_PAGE, document: 'admin-do-not-knock.html', name: 'Do not knock' },
  { path: DATA_PAGE, document: 'admin-data.html', name: 'Premises data' },
  { path: PHONES_PAGE, document: 'admin-phones.html', name: 'Phones' },
  { path: AUDIT_PAGE, document: 'admin-audit.html', name: 'Audit' },
  { path: PEOPLE_PAGE, document: 'admin-people.html', name: 'People' },
  { path: TOKENS_PAGE, document: 'admin-tokens.html', name: 'Tokens' },
] as const

/**
 * All pages of the back office (docs/product 2.1): each path in the form of the server's router, and its document in
 * `web`.
 */
export const OFFICE_PAGES = [
  ...NAMED_OFFICE_PAGES,
  { path: `${SALES_PAGE}/:session_id`, document: 'admin-sale.html' },
] as const

export type OfficePath = (typeof OFFICE_PAGES)[number]['path']
export type OfficeDocument = (typeof OFFICE_PAGES)[number]['document']
