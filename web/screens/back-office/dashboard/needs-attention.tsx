import { ChevronRight } from 'lucide'
import { formatWhole } from '#domain/kernel/thousands.ts'
import type { Attention } from '#protocol/office-summary.ts'
import { Icon } from '../../../ui/icon.tsx'
import { attentionInWords } from './attention-words.ts'

const TITLE = 'Needs attention'

/** What waits for a person. Each entry links to the page where it is dealt with. */
export function NeedsAttention({ attention }: { attention: readonly Attention[] }) {
  const waiting = attention.filter(({ count }) => count > 0)
  return (
    <section aria-label={TITLE} className="card overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">{TITLE}</h2>
      {waiting.length === 0 && <p className="px-4 py-3 text-muted">Nothing is waiting for you.</p>}
      <ul className="divide-y divide-line empty:hidden">
        {waiting.map(({ name, count, page }) => (
          <li key={name}>
            <a
              href={page}
              className="flex min-h-11 items-center gap-3 px-4 py-2 -outline-offset-3 hover:bg-sunken"
            >
              <strong className="figure min-w-8">{formatWhole(count)}</strong>
              <span className="flex-1">{attentionInWords(name, count)}</span>
              <Icon of={ChevronRight} size={18} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
