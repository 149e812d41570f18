import { describe, expect, it } from 'vitest'
import { timeOf } from './server-time.ts'

const HEADER = 'Sun, 01 Mar 2026 10:20:30 GMT'

describe('the time of a response', () => {
  it('is its date', () => {
    expect(timeOf(new Headers({ date: HEADER }))).toBe('2026-03-01T10:20:30.000Z')
  })

  it('is unknown without a date', () => {
    expect(timeOf(new Headers())).toBeUndefined()
  })

  it('is unknown if the date was cut off anywhere', () => {
    const cut = Array.from(HEADER, (_, length) => HEADER.slice(0, length))
    expect(cut.filter((date) => timeOf(new Headers({ date })) !== undefined)).toEqual([])
  })
})
