import type { CrmSale } from './port.ts'

/** Returns a newly opened sale without customer details, to push to a CRM under test. */
export const openSale = (known: Partial<CrmSale> & Pick<CrmSale, 'sessionId' | 'contactId'>): CrmSale => ({
  status: 'open',
  lead: null,
  location: '1 High Street, Llanfair Uchaf, LL79 2AB',
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  servicePackageName: null,
  voucherAmount: 1500,
  totalValue: 0,
  contractSigned: false,
  cancelled: false,
  ...known,
})
