import { discountShown, installationShown } from '#domain/catalog/price-shown.ts'
import { totalValue } from '#domain/catalog/pricing.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import type { Sale } from '#domain/sale/sale.ts'

/** What the customer pays (docs/product 6.2). */
export function OrderSummary({ sale }: { sale: Sale }) {
  const { service } = sale
  return (
    <section aria-label="Order summary">
      <h2 className="text-sm text-muted sideways:sr-only">Order summary</h2>
      {service ? (
        <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 sideways:text-sm lg:gap-y-1.5">
          <dt className="font-semibold">{service.packageName}</dt>
          <dd className="text-right">{service.speed}</dd>
          <dt className="text-muted">Monthly</dt>
          <dd className="text-right">{formatPounds(service.monthlyPrice)}</dd>
          <dt className="text-muted">Installation</dt>
          <dd className="text-right">{installationShown(service)}</dd>
          {service.customerDiscount > 0 && (
            <dd className="col-span-2 text-right text-sm text-voucher">{discountShown(service)}</dd>
          )}
          <div className="col-span-2 flex items-baseline justify-between border-t border-line pt-1">
            <dt className="font-semibold">Total</dt>
            <dd className="text-lg leading-6 font-semibold">{formatPounds(totalValue(service))}</dd>
          </div>
        </dl>
      ) : (
        <p className="text-muted">Choose a package to see what it costs.</p>
      )}
    </section>
  )
}
