import type { ReactNode } from 'react'
import { SALE_PAGE } from '#protocol/sale-record.ts'

type SaleLinkProps = { sessionId: string; className?: string; children: ReactNode }

/** Leads to the record of a sale. */
export const SaleLink = ({ sessionId, className = '', children }: SaleLinkProps) => (
  <a
    href={`${SALE_PAGE}/${encodeURIComponent(sessionId)}`}
    className={`rounded-lg text-accent underline underline-offset-4 ${className}`}
  >
    {children}
  </a>
)
