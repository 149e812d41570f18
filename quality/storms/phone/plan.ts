import { seeded } from '#crm/gohighlevel/double/seeded.ts'
import { PACKAGES, type PackageId } from '#domain/catalog/packages.ts'
import type { Lead } from '#domain/lead/lead.ts'
import type { Customer } from '#domain/sale/sale.ts'

/** A sale that an agent will make, in every detail. The server's result is compared with it. */
export type PlannedSale = {
  sessionId: string
  /** The lead of the sale; two if the agent first picks the wrong house. */
  leads: readonly [Lead, ...Lead[]]
  /** The package of the sale; two if the customer changes their mind. */
  packages: readonly [PackageId, ...PackageId[]]
  customer: Customer
  /** The email that the agent types first. The server refuses it, and the agent corrects it. */
  badEmail: string | null
  /** Data URLs. */
  png: string
  jpeg: string
  signedAt: string
}

export const LOCAL_AREA = 'Ludlow'

/** Each applies to one sale in this many. */
const OTHER_LEAD = 5
const OTHER_PACKAGE = 2
const BAD_EMAIL = 12

/** A placeholder that becomes a NUL when it is sent; the app would drop a NUL as it is typed. */
export const UNSTORABLE = '[NUL]'

/** Returns how many leads a plan for this many sales needs. */
export const leadsFor = (sales: number) => sales + Math.ceil(sales / OTHER_LEAD)

/** Plans the sales of one phone. The same seed gives the same plan. */
export function planSales(phone: number, count: number, seed: number, leads: readonly Lead[]): PlannedSale[] {
  const random = seeded(seed + phone)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const others = leads.slice(count)
  return Array.from({ length: count }, (_, index) => {
    const first = leads[index]
    const second = index % OTHER_LEAD === 0 ? others.shift() : undefined
    if (!first) throw new Error('There are not enough leads.')
    const name = `storm_${seed}_${phone}_${index}`
    const chosen = pick(PACKAGES).id
    const other = pick(PACKAGES.filter(({ id }) => id !== chosen)).id
    return {
      sessionId: name,
      leads: [first, ...(second ? [second] : [])],
      packages: index % OTHER_PACKAGE === 1 ? [other, chosen] : [chosen],
      customer: {
        firstName: `Mary ${phone}`,
        lastName: `Jones-${index} "Ü" 😀`,
        email: `mary.${phone}.${index}@example.com`,
        phone: `+4415848${phone}${index}`,
        idNumber: `19800101-${phone}${index}`,
      },
      badEmail: index % BAD_EMAIL === 3 ? `mary${UNSTORABLE}${index}@example.com` : null,
      png: imageOf('png', `${name} png`),
      jpeg: imageOf('jpeg', `${name} jpeg`),
      signedAt: new Date(Date.UTC(2026, 8, 1) + Math.floor(random() * 1e9)).toISOString(),
    }
  })
}

const imageOf = (type: string, text: string) => `data:image/${type};base64,${btoa(text)}`

/** Returns how many reports a sale sends. */
export const reportsOf = ({ leads, packages }: PlannedSale) => 2 + leads.length + packages.length
