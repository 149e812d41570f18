import { discountShown, installationShown } from '#domain/catalog/price-shown.ts'
import { isBelowZero, totalValue } from '#domain/catalog/pricing.ts'
import { CONTRACT_TERMS } from '#domain/contract/terms.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import { customerName, type Sale } from '#domain/sale/sale.ts'
import { Address } from '../../../../ui/address.tsx'
import { useAgreementSeen } from './use-agreement-seen.ts'

/** The agreement that the customer reads before signing. */
export function Agreement({ sale }: { sale: Sale }) {
  const { service, customerLocation } = sale
  const end = useAgreementSeen()
  return (
    <article aria-label="Service agreement" className="reading card p-4">
      <h2 className="text-lg font-semibold">Broadband service agreement</h2>
      <p className="mt-2 wrap-anywhere">
        Between the provider and <bdi className="font-semibold">{customerName(sale.customer)}</bdi> for the
        address{' '}
        <bdi className="font-semibold">
          <Address>{customerLocation?.address}</Address>
        </bdi>
        .
      </p>
      {service && (
        <p className="mt-2">
          {service.packageName}, {service.speed}: {formatPounds(service.monthlyPrice)} a month, installation{' '}
          {installationShown(service)}
          {service.customerDiscount > 0 && ` ${discountShown(service)}`}. Total value{' '}
          {formatPounds(totalValue(service))}.
          {isBelowZero(service) && ' The discount is more than the price.'}
        </p>
      )}
      <dl className="mt-3 flex flex-col gap-2">
        {CONTRACT_TERMS.map(({ title, text }) => (
          <div key={title}>
            <dt className="text-sm font-semibold text-muted">{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <span ref={end} />
    </article>
  )
}
