import { discountShown, installationShown } from '#domain/catalog/price-shown.ts'
import { isBelowZero, totalValue } from '#domain/catalog/pricing.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import type { Sale } from '#domain/sale/sale.ts'

/**
 * What the customer pays (docs/product 6.2). On a phone it has two lines, so that the packages stay in view; on a wide
 * screen it is a table beside them.
 */
export function OrderSummary({ sale }: { sale: Sale }) {
  const { service } = sale
  return (
    <section aria-label="Order summary">
      <h2 className="sr-only lg:not-sr-only lg:text-sm lg:text-muted">Order summary</h2>
      {service ? (
        <>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 text-sm max-[15rem]:flex max-[15rem]:flex-col max-[15rem]:items-start lg:flex lg:flex-col lg:items-stretch lg:gap-y-1.5 lg:text-base">
            <div className="col-span-2 flex flex-wrap gap-x-2 text-base lg:justify-between">
              <dt className="font-semibold">{service.packageName}</dt>
              <dd className="text-muted">{service.speed}</dd>
            </div>
            <div className="flex gap-x-1.5 lg:justify-between">
              <dt className="text-muted">Monthly</dt>
              <dd>{formatPounds(service.monthlyPrice)}</dd>
            </div>
            <div className="col-span-2 flex flex-wrap gap-x-1.5 lg:justify-between">
              <dt className="text-muted">Installation</dt>
              <dd>{installationShown(service)}</dd>
              {service.customerDiscount > 0 && (
                <dd className="text-voucher lg:basis-full lg:text-right lg:text-sm">
                  {discountShown(service)}
                </dd>
              )}
            </div>
            <div className="col-start-3 row-start-1 flex items-baseline gap-2 lg:justify-between lg:border-t lg:border-line lg:pt-1">
              <dt className="font-semibold">Total</dt>
              <dd className="text-lg leading-6 font-semibold">{formatPounds(totalValue(service))}</dd>
            </div>
          </dl>
          {isBelowZero(service) && <p className="text-sm text-muted">The discount is more than the price.</p>}
        </>
      ) : (
        <p className="text-muted">Choose a package and the price shows here.</p>
      )}
    </section>
  )
}
