import type { Company } from '../company.ts'

export const EQUIPMENT_IN_WORDS: Record<Company['equipment'], string> = {
  loan: 'Lent to the customer for as long as the agreement lasts, and given back at its end.',
  sold: 'Bought by the customer, with the service.',
}
