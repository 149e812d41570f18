import { Check } from 'lucide'
import { countsInWords } from '#domain/lead-files/counts-in-words.ts'
import type { LeadImport } from '#protocol/lead-files.ts'
import { Icon } from '../../../ui/icon.tsx'

/** That a file was imported, and what of it. */
export const Imported = ({ name, plan }: { name: string; plan: LeadImport }) => (
  <div role="status" className="flex items-start gap-3 border-t border-line bg-accent-soft px-4 py-3">
    <Icon of={Check} className="shrink-0 text-accent" />
    <p className="min-w-0 wrap-anywhere">
      <span className="font-semibold">{name} is imported:</span> {countsInWords(plan)}. New leads are on their
      way to the phones.
    </p>
  </div>
)
