import type { AgreementFacts, Section } from '#domain/agreement/agreement.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import { Blocks } from '../../../../ui/blocks.tsx'
import { useAgreementSeen } from './use-agreement-seen.ts'

type AgreementProps = { section: Section; facts: AgreementFacts }

/** The agreement that the customer reads before signing. It marks what the customer should check. */
export function Agreement({ section, facts: { customer, premises, package: sold, prices } }: AgreementProps) {
  const marked = [customer.name, premises, sold.name, `Total value ${formatPounds(prices.total_value)}`]
  const end = useAgreementSeen()
  return (
    <section aria-label={section.title}>
      <article className="reading p-4">
        <Blocks blocks={section.blocks} marked={marked} />
        <span ref={end} />
      </article>
    </section>
  )
}
