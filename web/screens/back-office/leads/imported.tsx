import { Check } from 'lucide'
import { countsInWords } from '#domain/lead-files/counts-in-words.ts'
import type { LeadImport } from '#protocol/lead-files.ts'
import { Icon } from '../../../ui/icon.tsx'
import { DownloadFailedRows } from './download-failed-rows.tsx'

/** Says that a file was imported, and counts what happened to its rows. */
export const Imported = ({ name, plan }: { name: string; plan: LeadImport }) => (
  <div
    role="status"
    className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-accent-soft px-4 py-3"
  >
    <Icon of={Check} className="shrink-0 text-accent" />
    <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
      <span className="font-semibold">{name} is imported:</span> {countsInWords(plan)}. New leads are on their
      way to the phones.
    </p>
    <DownloadFailedRows name={name} plan={plan} />
  </div>
)
