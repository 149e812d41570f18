import type { ReactNode } from 'react'
import { SALES_PAGE } from '#protocol/sale-record.ts'

type SaleLinkProps = { sessionId: string; id?: string; onOpen?: () => void; children: ReactNode }

/** A link to the record of a sale. */
export const SaleLink = ({ sessionId, id, onOpen, children }: SaleLinkProps) => (
  <a
    id={id}
    onClick={onOpen}
    href={`${SALES_PAGE}/${encodeURIComponent(sessionId)}`}
    className="inline-block rounded-lg py-3 text-accent underline underline-offset-4"
  >
    {children}
  </a>
)
