import { afterEach, describe, expect, it, vi } from 'vitest'
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

describe('the server’s clock', () => {
  afterEach(() => void vi.useRealTimers())

  it('is ahead by what the latest whole date says, and unknown before', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:20:00.000Z') })
    vi.resetModules()
    const { noteServerTime, serverAheadMs } = await import('./server-time.ts')
    noteServerTime(new Headers({ date: HEADER.slice(0, 14) }))
    expect(serverAheadMs()).toBeNull()
    noteServerTime(new Headers({ date: HEADER }))
    expect(serverAheadMs()).toBe(30_000)
  })
})
