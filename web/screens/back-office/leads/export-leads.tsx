import { useState } from 'react'
import { exportLeads } from '../../../http/lead-files.ts'
import { Button } from '../../../ui/button.tsx'
import { downloadBlob } from '../../../ui/download-blob.ts'
import { toast } from '../../../ui/toast-store.ts'

/** Saves all leads as a CSV file that an import reads again. */
export function ExportLeads() {
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    const exported = await exportLeads()
    setBusy(false)
    if (exported.ok) downloadBlob('leads.csv', exported.value)
    else toast(`Couldn’t export: ${exported.failure.message}`, 'bad')
  }

  return (
    <section aria-label="Export" className="card flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-lg font-semibold">Export</h2>
        <p className="text-muted">
          All leads in one CSV file for a spreadsheet. You can change it and import it again.
        </p>
      </div>
      <Button look="secondary" busy={isBusy} onClick={() => void save()}>
        {isBusy ? 'Exporting …' : 'Export leads'}
      </Button>
    </section>
  )
}
