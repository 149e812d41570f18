import { expect, it } from 'vitest'
import { CONTRACT_IP_PLACEHOLDER, customerName, isDirty, newSale } from './sale.ts'

it('starts on step 1 with nothing entered and no call made', () => {
  expect(newSale('sale_1_a')).toMatchObject({
    sessionId: 'sale_1_a',
    step: 1,
    lead: null,
    service: null,
    contract: null,
    opened: false,
    calls: 0,
  })
})

it('has something to lose once it is open, and nothing once it is signed', () => {
  const fresh = newSale('sale_1_a')
  const contract = { signature: '', timestamp: '', ipAddress: '' }
  expect(isDirty(fresh)).toBe(false)
  expect(isDirty({ ...fresh, opened: true })).toBe(true)
  expect(isDirty({ ...fresh, opened: true, contract })).toBe(false)
})

it('names the customer without stray blanks', () => {
  const { customer } = newSale('sale_1_a')
  expect(customerName({ ...customer, firstName: ' Ada ', lastName: ' King Noel ' })).toBe('Ada King Noel')
  expect(customerName({ ...customer, firstName: 'Ada' })).toBe('Ada')
  expect(customerName(customer)).toBe('')
})

it('records a placeholder as the address of a contract', () => {
  expect(CONTRACT_IP_PLACEHOLDER).toBe('0.0.0.0')
})
