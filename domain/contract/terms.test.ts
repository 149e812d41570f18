import { expect, test } from 'vitest'
import { CONTRACT_TERMS, NEXT_STEPS } from './terms.ts'

const agreement = CONTRACT_TERMS.map(({ title, text }) => `${title}: ${text}`).join('\n')

test('the agreement names the minimum term, the notice, the installation and fair usage', () => {
  expect(agreement).toContain('minimum of 24 months')
  expect(agreement).toContain('30 days')
  expect(agreement).toContain('within 2-4 weeks')
  expect(agreement).toContain('fair usage')
})

test('three steps follow a sale, including the engineer and the installation', () => {
  expect(NEXT_STEPS).toHaveLength(3)
  expect(NEXT_STEPS[0]).toMatch(/engineer.*3-5 business days/)
  expect(NEXT_STEPS[1]).toMatch(/installation.*2-4 weeks of the survey/)
})
