import type { Section } from '#domain/agreement/agreement.ts'
import { Blocks } from '../../../../ui/blocks.tsx'
import { useAgreementSeen } from './use-agreement-seen.ts'

/** The agreement that the customer reads before signing. */
export function Agreement({ section }: { section: Section }) {
  const end = useAgreementSeen()
  return (
    <article aria-label={section.title} className="reading card p-4">
      <Blocks blocks={section.blocks} />
      <span ref={end} />
    </article>
  )
}
