import { agreementFacts } from '#domain/agreement/agreement-facts.ts'
import { makeAgreement } from '#domain/agreement/make-agreement.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { settings } from '../../../../settings.ts'
import { Blocks } from '../../../../ui/blocks.tsx'

/** What belongs to the agreement besides its terms, each closed until it is wanted. */
export const ContractDocuments = ({ sale }: { sale: Sale }) => (
  <div className="card divide-y divide-line">
    {documentsOf(sale).map(({ id, title, blocks }) => (
      <section key={id} aria-label={title}>
        <details>
          <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-semibold">{title}</summary>
          <div className="reading px-4 pb-4">
            <Blocks blocks={blocks} />
          </div>
        </details>
      </section>
    ))}
  </div>
)

function documentsOf(sale: Sale) {
  const copyUrl = `${location.origin}/copy`
  const facts = agreementFacts(sale, { company: settings.company, copyUrl, nonce: sale.nonce ?? '' })
  const sections = facts ? makeAgreement(facts).sections : []
  return sections.filter(({ title }) => title !== 'Service agreement')
}
