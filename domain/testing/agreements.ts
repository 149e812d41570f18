import type { Agreement } from '../agreement/agreement.ts'
import { agreementFacts } from '../agreement/agreement-facts.ts'
import { type Company, NO_COMPANY } from '../agreement/company.ts'
import { makeAgreement } from '../agreement/make-agreement.ts'
import type { Evidence, SigningRecord } from '../evidence/evidence.ts'
import type { Sale } from '../sale/sale.ts'
import { AT, saleAfter, TO_CONTRACT } from './sale-commands.ts'

/** A company with every setting, for tests. */
export const COMPANY: Company = {
  name: 'Fellside Broadband Ltd',
  address: '1 Market Place, Alston CA9 3AB',
  email: 'help@fellside.example',
  phone: '01434 000000',
  number: '01234567',
  provider_name: 'Northern Fibre plc',
  provider_address: '2 Quayside, Newcastle NE1 1AA',
  complaints_url: 'https://fellside.example/complaints',
  adr_scheme: 'Communications Ombudsman',
  network_technology: 'Full fibre',
  equipment: 'loan',
}

const NONCE = 'AAECAwQFBgcICQoLDA0ODw'
const COPY_URL = 'https://sales.example/copy'

/** Returns the agreement of a sale, by default of one with a discount on step 4. */
export function agreementOf(sale: Sale = saleAfter(...TO_CONTRACT), company = COMPANY): Agreement {
  const facts = agreementFacts(sale, { company, copyUrl: COPY_URL, nonce: NONCE })
  if (!facts) throw new Error('The sale has no package or no place yet.')
  return makeAgreement(facts)
}

/** Returns the agreement of a customer with this first name and, if given, this email address. */
export function agreementWith(firstName: string, email?: string): Agreement {
  const sale = saleAfter(...TO_CONTRACT)
  const customer = { ...sale.customer, firstName, lastName: '', email: email ?? sale.customer.email }
  return agreementOf({ ...sale, customer })
}

export const exampleAgreement = () => agreementOf(undefined, NO_COMPANY)

/** Returns evidence of a drawn signature. Its hashes are made up. */
export const evidenceWith = (fields: Partial<Evidence> = {}): Evidence => ({
  session_id: 'sale_1_a',
  agreement_sha256: 'a'.repeat(64),
  shown_at: '2026-03-01T09:55:00.000Z',
  end_reached_at: '2026-03-01T09:58:00.000Z',
  signed_at: AT,
  clock: { zone: 'Europe/London', utc_offset_minutes: 0, server_ahead_ms: 120 },
  signature: { kind: 'drawn', image_sha256: 'b'.repeat(64), strokes: [[[1, 2, 0]]] },
  choices: { copy: 'email', begin_early: false },
  app: 'release-1',
  ...fields,
})

/** Returns what a phone recorded when `agreementOf` was signed. */
export const signingWith = (fields: Partial<Evidence> = {}): SigningRecord => ({
  token: 't'.repeat(22),
  agreement: agreementOf(),
  evidence: evidenceWith(fields),
})
