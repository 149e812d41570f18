import type { LeadImport } from '#protocol/lead-files.ts'
import { Button } from '../../../ui/button.tsx'
import { downloadFailedRows } from './failed-rows.ts'

/**
 * A button that saves the skipped and conflicting rows, if there are any, so that they can be corrected and imported.
 */
export const DownloadFailedRows = ({ name, plan }: { name: string; plan: LeadImport }) =>
  plan.skip + plan.conflict > 0 && (
    <Button look="quiet" onClick={() => void downloadFailedRows(name, plan)}>
      Download failed rows
    </Button>
  )
