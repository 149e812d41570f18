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
      className={`relative rounded-card border p-4 xl:row-span-4 xl:grid xl:grid-rows-subgrid shadow-card has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent ${chosen ? 'border-accent bg-accent-soft ring-1 ring-accent' : 'border-line bg-surface'}`}
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
        <div className="flex items-start justify-between gap-3">
          <p className="text-lg leading-6 font-semibold xl:text-base xl:leading-6">{name}</p>
          <span
            aria-hidden
            className={`size-5 shrink-0 rounded-full ${chosen ? 'border-6 border-accent bg-on-accent' : 'border-2 border-edge'}`}
          />
        </div>
        <p className="text-muted">
          {speed}
          {popular && (
            <span className="ml-2 inline-block rounded-full bg-accent px-2.5 text-xs leading-5 font-semibold text-on-accent">
              Popular
            </span>
          )}
        </p>
        <p className="mt-1.5 flex flex-wrap items-baseline gap-x-3">
          <span>
            <strong className="text-xl">{formatPounds(monthlyPrice)}</strong>
            <span className="text-muted"> / month</span>
          </span>
          <span className="text-sm text-muted">
            Installation {installationShown({ installationPrice, customerDiscount })}
          </span>
        </p>
        <ul className="mt-2 grid gap-x-3 gap-y-0.5 text-sm sm:grid-cols-2 xl:grid-cols-1 xl:content-start">
          {features.map((feature) => (
            <li key={feature} className="flex gap-2">
              <Icon of={Check} size={16} className="mt-0.5 shrink-0 text-accent" />
              {feature}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
