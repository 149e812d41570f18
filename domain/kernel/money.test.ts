import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formatPounds, parsePounds, sumPounds } from './money.ts'

const anyPence = fc.integer({ min: -100_000_000, max: 100_000_000 })

describe('money is written as the British write it', () => {
  test.each([
    [0, '£0'],
    [299, '£299'],
    [1294, '£1,294'],
    [1234567, '£1,234,567'],
    [10.5, '£10.50'],
    [0.05, '£0.05'],
    [1294.99, '£1,294.99'],
    [-206, '-£206'],
    [-1500.5, '-£1,500.50'],
    [0.1 + 0.2, '£0.30'],
  ])('%d is %s', (amount, written) => expect(formatPounds(amount)).toBe(written))

  it('never writes a minus before zero', () => {
    expect(formatPounds(-0)).toBe('£0')
    expect(formatPounds(-0.001)).toBe('£0')
  })

  it('reads back every amount it writes', () => {
    fc.assert(
      fc.property(anyPence, (pence) => {
        expect(parsePounds(formatPounds(pence / 100))).toBe(pence / 100)
      }),
    )
  })
})

describe('what an agent types as an amount', () => {
  test.each([
    ['500', 500],
    ['£1,500.50', 1500.5],
    ['-£1,500', -1500],
    ['1,234,567.8', 1234567.8],
    [' 1 500 ', 1500],
    ['1\u00a0500', 1500],
    ['.5', 0.5],
    ['12.', 12],
    ['-20', -20],
    ['10.129', 10.13],
  ])('"%s" is %d', (text, amount) => expect(parsePounds(text)).toBe(amount))

  test.each([
    '',
    ' ',
    'abc',
    '12abc',
    '1.2.3',
    '12,5',
    '1,2,3',
    '1.000,50',
    '5 0',
    '.',
    '-',
    ',500',
    '--5',
    '£',
    'NaN',
    'Infinity',
    '1e3',
    '0x10',
  ])('"%s" is no number and counts as 0', (text) => expect(parsePounds(text)).toBe(0))

  it('is a number whatever was typed, and never minus zero', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parsePounds(text)).not.toBeNaN()
        expect(Object.is(parsePounds(text), -0)).toBe(false)
      }),
    )
    expect(Object.is(parsePounds('-0'), -0)).toBe(false)
  })
})

describe('a sum of money', () => {
  it('is exact to the penny', () => {
    expect(sumPounds(0.1, 0.2)).toBe(0.3)
    expect(sumPounds(1294.1, -0.1)).toBe(1294)
    fc.assert(
      fc.property(fc.array(anyPence), (amounts) => {
        const sum = amounts.reduce((total, pence) => total + pence, 0)
        expect(sumPounds(...amounts.map((pence) => pence / 100))).toBeCloseTo(sum / 100, 6)
        expect(Math.round(sumPounds(...amounts.map((pence) => pence / 100)) * 100)).toBe(sum)
      }),
    )
  })

  it('of no amounts is zero', () => expect(sumPounds()).toBe(0))
})
