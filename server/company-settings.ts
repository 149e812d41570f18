import { z } from 'zod'
import type { Company } from '#domain/agreement/company.ts'

/** A text that agreements show: one line of at most 300 characters. */
export const line = z
  .string()
  .max(300, 'must be at most 300 characters.')
  .regex(/^[^\p{Cc}]*$/u, 'must be one line.')

const isWeb = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '')

/**
 * What the documents say about the company, the provider and the service. If a value is missing, the documents say so.
 */
export const COMPANY_SETTINGS = {
  COMPANY_NAME: line.optional(),
  COMPANY_ADDRESS: line.optional(),
  COMPANY_EMAIL: line.regex(/^[^\s<>@]+@[^\s<>@]+$/, 'must be an email address.').optional(),
  COMPANY_PHONE: line.regex(/^[+\d][\d ()-]{4,}$/, 'must be a phone number.').optional(),
  COMPANY_NUMBER: line.optional(),
  PROVIDER_NAME: line.optional(),
  PROVIDER_ADDRESS: line.optional(),
  COMPLAINTS_URL: line.refine(isWeb, 'must be an address that starts with http:// or https://.').optional(),
  ADR_SCHEME: line.optional(),
  NETWORK_TECHNOLOGY: line.optional(),
  EQUIPMENT: z.enum(['loan', 'sold'], { error: 'must be loan or sold.' }).default('loan'),
}

const settings = z.object(COMPANY_SETTINGS)

export const companyOf = (data: z.infer<typeof settings>): Company => ({
  name: data.COMPANY_NAME ?? null,
  address: data.COMPANY_ADDRESS ?? null,
  email: data.COMPANY_EMAIL ?? null,
  phone: data.COMPANY_PHONE ?? null,
  number: data.COMPANY_NUMBER ?? null,
  provider_name: data.PROVIDER_NAME ?? null,
  provider_address: data.PROVIDER_ADDRESS ?? null,
  complaints_url: data.COMPLAINTS_URL ?? null,
  adr_scheme: data.ADR_SCHEME ?? null,
  network_technology: data.NETWORK_TECHNOLOGY ?? null,
  equipment: data.EQUIPMENT,
})
