import { exportLeads } from '../../../http/lead-files.ts'
import { ExportCsv } from '../export-csv.tsx'

/** Saves all leads as a CSV file, which can be imported again. */
export const ExportLeads = () => (
  <section aria-label="Export" className="card flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
    <div className="min-w-0 flex-1 basis-72">
      <h2 className="text-lg font-semibold">Export</h2>
      <p className="text-muted">
        All leads in one CSV file for a spreadsheet. You can change it and import it again.
      </p>
    </div>
    <ExportCsv name="leads.csv" read={exportLeads}>
      Export leads
    </ExportCsv>
  </section>
)
