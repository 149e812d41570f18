import { ToastRegion } from '../../../ui/toasts.tsx'
import { LeadsFrame } from '../page-frames.tsx'
import { ExportLeads } from './export-leads.tsx'
import { ImportLeads } from './import-leads.tsx'

/** Leads from and to CSV files (docs/product 21.9). */
export const LeadsPage = () => (
  <LeadsFrame>
    <ImportLeads />
    <ExportLeads />
    <ToastRegion place="page" />
  </LeadsFrame>
)
