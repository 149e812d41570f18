import type { Pounds } from '../kernel/money.ts'

export type PackageId = 'basic' | 'standard' | 'premium'

/** A broadband package as it is sold (docs/product 6.1). Prices are before any discount. */
export type BroadbandPackage = {
  id: PackageId
  name: string
  speed: string
  monthlyPrice: Pounds
  installationPrice: Pounds
  popular: boolean
  features: readonly string[]
}

export const PACKAGES: readonly BroadbandPackage[] = [
  {
    id: 'basic',
    name: 'Basic Broadband',
    speed: '50 Mbps',
    monthlyPrice: 299,
    installationPrice: 995,
    popular: false,
    features: [
      'Up to 50 Mbps download',
      'Unlimited data, fair usage applies',
      'Wi-Fi router included',
      'Email support',
    ],
  },
  {
    id: 'standard',
    name: 'Standard Fiber',
    speed: '100 Mbps',
    monthlyPrice: 399,
    installationPrice: 995,
    popular: true,
    features: [
      'Up to 100 Mbps download',
      'Unlimited data, fair usage applies',
      'Dual-band Wi-Fi router included',
      'Several people streaming at once',
      'Phone and email support',
    ],
  },
  {
    id: 'premium',
    name: 'Premium Fiber',
    speed: '500 Mbps',
    monthlyPrice: 599,
    installationPrice: 0,
    popular: false,
    features: [
      'Up to 500 Mbps download',
      'Unlimited data, fair usage applies',
      'Wi-Fi 6 router included',
      'Installation included',
      'Room for home working and large uploads',
      'Priority support',
    ],
  },
]

/** Returns the package with this id, if there is one. */
export function findPackage(id: string): BroadbandPackage | undefined {
  return PACKAGES.find((candidate) => candidate.id === id)
}
