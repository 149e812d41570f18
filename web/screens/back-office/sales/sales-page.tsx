import { useState } from 'react'
import type { SalesSearch } from '#protocol/office-sales.ts'
import { exportSales } from '../../../http/office-sales.ts'
import { Button } from '../../../ui/button.tsx'
import { downloadBlob } from '../../../ui/download-blob.ts'
import { toast } from '../../../ui/toast-store.ts'
import { ToastRegion } from '../../../ui/toasts.tsx'
import { NoAnswer } from '../notices.tsx'
import { SalesFrame } from './sales-frame.tsx'
import { SalesList } from './sales-list.tsx'
import { useSales } from './use-sales.ts'

/** Every sale, so that the office finds the one that a customer rings about (docs/product 22.5). */
export function SalesPage() {
  const sales = useSales()
  const { limit: _, ...search } = sales.search
  return (
    <SalesFrame actions={<Export search={search} />}>
      {sales.failingSince && <NoAnswer since={sales.failingSince} />}
      <SalesList sales={sales} />
      <ToastRegion place="page" />
    </SalesFrame>
  )
}

function Export({ search }: { search: SalesSearch }) {
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    const file = await exportSales(search)
    setBusy(false)
    if (file.ok) downloadBlob('sales.csv', file.value)
    else toast(`Couldn’t export: ${file.failure.message}`, 'bad')
  }

  return (
    <Button look="secondary" busy={busy} onClick={() => void download()}>
      Export CSV
    </Button>
  )
}
