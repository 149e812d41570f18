import type { Step } from '#domain/sale/sale.ts'

/** The heading of each step (docs/product 2.2). */
export const STEP_TITLES: Record<Step, string> = {
  1: 'Select lead prospect',
  2: 'Select package',
  3: 'Customer details',
  4: 'Sign agreement',
  5: 'Complete order',
}

/** The short name of each step, shown on a wide screen. */
export const STEP_NAMES = ['Leads', 'Service', 'Customer', 'Contract', 'Submit'] as const
