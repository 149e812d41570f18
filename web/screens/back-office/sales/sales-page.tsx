import { exportSales } from '../../../http/office-sales.ts'
import { ToastRegion } from '../../../ui/toasts.tsx'
import { ExportCsv } from '../export-csv.tsx'
import { NoAnswer } from '../notices.tsx'
import { SalesFrame } from '../page-frames.tsx'
import { SalesList } from './sales-list.tsx'
import { askedBy } from './search-in-address.ts'
import { useSales } from './use-sales.ts'

/** All sales, so that the office can find the one that a customer rings about (docs/product 22.5). */
export function SalesPage() {
  const sales = useSales()
  return (
    <SalesFrame actions={<ExportCsv name="sales.csv" read={() => exportSales(askedBy(sales.search))} />}>
      {sales.failingSince && <NoAnswer since={sales.failingSince} />}
      <SalesList sales={sales} />
      <ToastRegion place="page" />
    </SalesFrame>
  )
}
