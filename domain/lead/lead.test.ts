import { describe, expect, it, test } from 'vitest'
import { isSold, locationOf, mapLink, voucherOf } from './lead.ts'

describe('the voucher of a lead', () => {
  test.each([
    ['1500', 1500],
    ['1500.50', 1500.5],
    ['0', 0],
    ['-200', 0],
    ['', 0],
    ['unknown', 0],
    ['Infinity', 0],
  ])('"%s" is worth %d pounds', (voucher_value, pounds) => expect(voucherOf({ voucher_value })).toBe(pounds))
})

describe('the place of a sale', () => {
  const lead = { street_address: '12 High St', postcode: 'AB1 2CD' }

  it('is written as street, area, postcode', () => {
    expect(locationOf(lead, 'Riverside')).toBe('12 High St, Riverside, AB1 2CD')
  })

  it('leaves out what is empty', () => {
    expect(locationOf({ ...lead, postcode: ' ' }, 'Riverside')).toBe('12 High St, Riverside')
    expect(locationOf(lead, '')).toBe('12 High St, AB1 2CD')
  })
})

describe('the map link', () => {
  it('opens the maps service at the address', () => {
    expect(mapLink({ street_address: '12 High St', postcode: 'AB1 2CD' })).toBe(
      'https://www.google.com/maps/search/?api=1&query=12%20High%20St%2C%20AB1%202CD',
    )
  })

  it('keeps the whole of an awkward address', () => {
    const link = new URL(mapLink({ street_address: 'Flat 3 & 4, #7 Åsa+Öst?', postcode: '' }))
    expect(link.searchParams.get('query')).toBe('Flat 3 & 4, #7 Åsa+Öst?')
    expect(link.searchParams.get('api')).toBe('1')
    expect(link.hash).toBe('')
  })
})

test('only a won lead is sold', () => {
  expect(isSold({ status: 'closed-won' })).toBe(true)
  for (const status of ['new', 'contacted', 'qualified', 'closed-lost'] as const) {
    expect(isSold({ status })).toBe(false)
  }
})
