import { ChevronDown } from 'lucide'
import type { Section } from '#domain/agreement/agreement.ts'
import { Blocks } from '../../../../ui/blocks.tsx'
import { Icon } from '../../../../ui/icon.tsx'

/** The sections of the agreement other than its terms. Each is closed until the customer opens it. */
export const ContractDocuments = ({ sections }: { sections: readonly Section[] }) =>
  sections.map(({ id, title, blocks }) => (
    <section key={id} aria-label={title}>
      <details className="group">
        <summary className="flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2 font-semibold low:min-h-desktop">
          <span className="flex-1">{title}</span>
          <Icon of={ChevronDown} size={18} className="text-muted group-open:rotate-180" />
        </summary>
        <div className="reading px-4 pb-4">
          <Blocks blocks={blocks} />
        </div>
      </details>
    </section>
  ))
