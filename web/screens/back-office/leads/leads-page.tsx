import { ToastRegion } from '../../../ui/toasts.tsx'
import { useMay } from '../account/account.ts'
import { LeadsFrame } from '../page-frames.tsx'
import { ExportLeads } from './export-leads.tsx'
import { ImportLeads } from './import-leads.tsx'

/** Imports leads from CSV files and exports them (docs/product 21.9). */
export const LeadsPage = () => (
  <LeadsFrame>
    <ImportLeads />
    {useMay('take-out') && <ExportLeads />}
    <ToastRegion place="page" />
  </LeadsFrame>
)
