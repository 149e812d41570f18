import { describe, expect, it } from 'vitest'
import { findPackage, PACKAGES } from './packages.ts'

describe('the catalogue', () => {
  it('has the three packages at their fixed prices', () => {
    const sold = PACKAGES.map((it) => [it.id, it.name, it.speed, it.monthlyPrice, it.installationPrice])
    expect(sold).toEqual([
      ['basic', 'Basic Broadband', '50 Mbps', 299, 995],
      ['standard', 'Standard Fiber', '100 Mbps', 399, 995],
      ['premium', 'Premium Fiber', '500 Mbps', 599, 0],
    ])
  })

  it('marks Standard Fiber alone as popular', () => {
    expect(PACKAGES.filter((it) => it.popular).map((it) => it.name)).toEqual(['Standard Fiber'])
  })

  it('lists four to six different features for each package', () => {
    for (const { features } of PACKAGES) {
      expect(features.length).toBeGreaterThanOrEqual(4)
      expect(features.length).toBeLessThanOrEqual(6)
      expect(new Set(features).size).toBe(features.length)
    }
  })

  it('finds a package by its id, and nothing for an unknown id', () => {
    expect(findPackage('premium')?.name).toBe('Premium Fiber')
    expect(findPackage('gold')).toBeUndefined()
  })
})
