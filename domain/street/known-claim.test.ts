import { describe, expect, it } from 'vitest'
import { type DecidedClaim, isInForce, knownClaim, type ListedClaim } from './known-claim.ts'

const STREET = 'll791|mill road'
const at = (time: string) => `2026-11-25T${time}:00.000Z`
const now = new Date(at('10:00'))
const ours = (change: Partial<DecidedClaim> = {}): DecidedClaim => ({
  id: 'ours',
  street: STREET,
  street_name: 'Mill Road',
  area: '',
  phone: 'phone-1',
  claimed_at: at('09:00'),
  renewed_at: null,
  released_at: null,
  decided: { state: 'held', until: at('13:00') },
  ...change,
})
const THEIRS: ListedClaim = { id: 'theirs', street: STREET, phone_name: 'Phone B', until: at('12:30') }
const known = (own: DecidedClaim[], listed: ListedClaim[] = []) => knownClaim(STREET, { own, listed, now })

describe('a street', () => {
  it('is free if no phone claims it', () => {
    expect(known([], [{ ...THEIRS, street: 'll791|other road' }])).toBeUndefined()
  })

  it('is ours once the server has decided so, and undecided until then', () => {
    expect(known([ours()])).toEqual({ by: 'us', until: at('13:00') })
    expect(known([ours({ decided: null })])).toEqual({ by: 'us-undecided', until: at('13:00') })
  })

  it('is ours for longer after a visit that the server does not know about', () => {
    expect(known([ours({ renewed_at: at('09:50') })])).toEqual({ by: 'us', until: at('13:50') })
  })

  it('is the other phone’s if its claim arrived first', () => {
    const other = { by: 'other', until: at('12:30'), phone_name: 'Phone B' }
    expect(known([], [THEIRS])).toEqual(other)
    expect(known([ours({ decided: null })], [THEIRS])).toEqual(other)
    expect(known([ours({ decided: { state: 'lost', until: at('13:00') } })], [THEIRS])).toEqual(other)
  })

  it('is free again once a claim has ended', () => {
    expect(known([], [{ ...THEIRS, until: at('09:59') }])).toBeUndefined()
    expect(known([ours({ decided: { state: 'held', until: at('09:59') } })])).toBeUndefined()
  })

  it('is free once we have released it, although the server still lists our claim', () => {
    expect(known([ours({ released_at: at('09:30') })], [{ ...THEIRS, id: 'ours' }])).toBeUndefined()
  })
})

it('does not let a lost claim hold', () => {
  expect(isInForce(ours({ decided: { state: 'lost', until: at('13:00') } }), now)).toBe(false)
})
