import type { ComponentType, ReactNode } from 'react'
import { AUDIT_PAGE } from '#protocol/audit.ts'
import { PEOPLE_PAGE, TOKENS_PAGE } from '#protocol/identity.ts'
import { LEADS_PAGE } from '#protocol/lead-files.ts'
import { EXCEPTIONS_PAGE } from '#protocol/office-lists.ts'
import { STREET_PAGE } from '#protocol/office-street.ts'
import { DASHBOARD_PAGE } from '#protocol/office-summary.ts'
import { PHONES_PAGE } from '#protocol/phones.ts'
import { DATA_PAGE } from '#protocol/premises-data.ts'
import { REGISTER_PAGE } from '#protocol/register.ts'
import { SALES_PAGE } from '#protocol/sale-record.ts'
import { EmptyState, SkeletonCard } from '../../ui/states.tsx'
import { mayDo, useAccount } from './account/account.ts'
import { NEEDED_BY_PAGE } from './needed-by-page.ts'
import { OfficeFrame } from './office-frame.tsx'

/** `actions` show beside the title. Without children, the page looks as it does while it loads. */
type PageFrameProps = { actions?: ReactNode; children?: ReactNode }

const pageFrame =
  (path: string, title: string, loading: string): ComponentType<PageFrameProps> =>
  ({ actions, children }) => {
    const isOpen = mayDo(useAccount(), NEEDED_BY_PAGE[path] ?? 'read-office')
    return (
      <OfficeFrame path={path} provider={null} isLive={children !== undefined}>
        <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="title">{title}</h1>
          {isOpen && actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
        {isOpen ? (children ?? <SkeletonCard count={3} label={loading} />) : <NotForYou />}
      </OfficeFrame>
    )
  }

const NotForYou = () => (
  <div className="card">
    <EmptyState>
      {useAccount()?.me?.person
        ? 'You don’t have access to this page. If you need it, ask an admin.'
        : 'Sign in to see this page.'}
    </EmptyState>
  </div>
)

/** The frames of the pages. They are also the pages' first paint. */
export const DashboardFrame = pageFrame(DASHBOARD_PAGE, 'Dashboard', 'Loading the figures')
export const ExceptionsFrame = pageFrame(EXCEPTIONS_PAGE, 'Exceptions', 'Loading the exceptions')
export const SalesFrame = pageFrame(SALES_PAGE, 'Sales', 'Loading the sales')
export const LeadsFrame = pageFrame(LEADS_PAGE, 'Leads', 'Loading the page')
export const StreetFrame = pageFrame(STREET_PAGE, 'Visits and streets', 'Loading the visits')
export const RegisterFrame = pageFrame(REGISTER_PAGE, 'Do not knock', 'Loading the register')
export const DataFrame = pageFrame(DATA_PAGE, 'Premises data', 'Loading the data')
export const PhonesFrame = pageFrame(PHONES_PAGE, 'Phones', 'Loading the phones')
export const AuditFrame = pageFrame(AUDIT_PAGE, 'Audit', 'Loading the acts')
export const PeopleFrame = pageFrame(PEOPLE_PAGE, 'People', 'Loading the people')
export const TokensFrame = pageFrame(TOKENS_PAGE, 'Tokens', 'Loading the tokens')
