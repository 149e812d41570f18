import { Check } from 'lucide'
import type { BroadbandPackage } from '#domain/catalog/packages.ts'
import { installationShown } from '#domain/catalog/price-shown.ts'
import { formatPounds, type Pounds } from '#domain/kernel/money.ts'
import { Icon } from '../../../../ui/icon.tsx'

type PackageCardProps = {
  offer: BroadbandPackage
  /** The discount from the voucher, the same for every package. */
  customerDiscount: Pounds
  chosen: boolean
  onChoose: () => void
}

/** A package as a radio button. */
export function PackageCard({ offer, customerDiscount, chosen, onChoose }: PackageCardProps) {
  const { id, name, speed, monthlyPrice, installationPrice, popular, features } = offer
  return (
    <div
      className={`relative rounded-card border px-3.5 py-2 xl:p-4 xl:row-span-4 xl:grid xl:grid-rows-subgrid shadow-card has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent ${chosen ? 'border-accent bg-accent-soft ring-1 ring-accent forced-colors:outline-2' : 'border-line bg-surface'}`}
    >
      <input
        type="radio"
        name="package"
        aria-label={name}
        aria-describedby={`package-${id}`}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-card outline-none"
        checked={chosen}
        onChange={onChoose}
      />
      <div id={`package-${id}`} className="pointer-events-none xl:row-span-4 xl:grid xl:grid-rows-subgrid">
        <div className="flex flex-wrap items-start gap-x-3 max-[24rem]:gap-x-2 xl:contents">
          <div className="flex grow items-start gap-3 max-[24rem]:gap-2">
            <span
              aria-hidden
              className={`mt-0.5 size-5 shrink-0 rounded-full ${chosen ? 'border-6 border-accent bg-on-accent' : 'border-2 border-edge'}`}
            />
            <p className="min-w-0 flex-1 text-lg leading-6 font-semibold max-[24rem]:text-base xl:text-base xl:leading-6">
              {name}
            </p>
          </div>
          <p className="package-speed">
            <span>{speed}</span>
            {popular && <span className="package-popular">Popular</span>}
          </p>
        </div>
        <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3">
          <span>
            <strong className="figure">{formatPounds(monthlyPrice)}</strong>
            <span className="text-muted"> / month</span>
          </span>
          <span className="text-sm text-muted">
            Installation {installationShown({ installationPrice, customerDiscount })}
          </span>
        </p>
        <ul className="package-features">
          {features.map((feature) => (
            <li key={feature} className="package-feature">
              <Icon of={Check} size={16} className="mt-0.5 shrink-0 text-accent max-xl:hidden" />
              {feature}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
