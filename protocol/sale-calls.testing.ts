import type { Fact } from '#domain/sale/commands.ts'
import { newSale, type Sale } from '#domain/sale/sale.ts'
import { callsForFacts } from './sale-calls.ts'

export const AT = '2026-03-01T10:05:00.000Z'
export const PNG = 'data:image/png;base64,iVBORw0KGgo='
export const JPEG = 'data:image/jpeg;base64,/9j/4AAQ'
export const AT_THE_DOOR: Sale = {
  ...newSale('sale_1_a'),
  lead: {
    id: 'lead-1',
    street_address: '2 High St',
    postcode: 'AB1 2CD',
    status: 'new',
    contact_name: null,
    contact_phone: null,
    contact_email: null,
  },
  customerLocation: { address: '2 High St, Riverside, AB1 2CD', leadId: 'lead-1' },
  eligibility: { eligible: true, voucherAmount: 1500, scheme: 'Project Gigabit' },
}
export const CHOSEN: Sale = {
  ...AT_THE_DOOR,
  service: {
    packageId: 'basic',
    packageName: 'Basic Broadband',
    speed: '50 Mbps',
    monthlyPrice: 299,
    installationPrice: 995,
    customerDiscount: 300,
    voucherAmount: 1500,
  },
}
export const ADA = {
  firstName: ' Ada ',
  lastName: 'King ',
  email: ' ada@example.org',
  phone: '01234 567890 ',
  idNumber: ' 19800101-1234 ',
}
export const FILLED: Sale = { ...CHOSEN, customer: ADA }
export const ENTERED: Sale = { ...FILLED, confirmed: ADA }
export const SIGNED: Sale = {
  ...ENTERED,
  contract: { signature: PNG, timestamp: '2026-03-01T10:00:00.123Z', ipAddress: '0.0.0.0' },
}

export const ELIGIBILITY_WRITTEN = {
  eligibility_status: true,
  eligibility_scheme: 'Project Gigabit',
  voucher_amount: 1500,
}
export const PACKAGE_WRITTEN = {
  service_package_id: 'basic',
  service_package_name: 'Basic Broadband',
  service_speed: '50 Mbps',
  service_monthly_price: 299,
  service_installation_price: 995,
  customer_discount: 300,
  total_value: 994,
}

export const LOCATION_SET: Fact = { type: 'location-set', first: true }
export const LOCATION_MOVED: Fact = { type: 'location-set', first: false }
export const callsFor = (sale: Sale, fact: Fact, jpeg?: string) => callsForFacts(sale, [fact], jpeg).calls
export const tableCall = (sale: Sale, fact: Fact) => callsFor(sale, fact)[0]
export const progressCall = (sale: Sale, fact: Fact, jpeg?: string) => callsFor(sale, fact, jpeg)[1]
