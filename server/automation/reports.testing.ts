import type { SalesProgress } from '#protocol/functions.ts'

/** A progress report as a phone sends it. */
export const REPORT: SalesProgress = {
  session_id: 'sale_1',
  step: 'eligibility-check',
  name: 'Ada Ward',
  email: 'ada@example.org',
  phone: '01632 960001',
  address: '1 High Street, Llanfair Uchaf, LL79 2AB',
  product: 'Basic Broadband',
  voucher_used: 1500,
  rep: 'Field Agent',
  id_document: '',
  signature: 'data:image/jpeg;base64,/9j/4AAQ',
  raw_data: {
    hasCustomer: true,
    hasLocation: true,
    hasEligibility: true,
    hasService: true,
    hasContract: true,
    hasIdDocument: false,
    hasSignature: true,
  },
}
