import { describe, expect, it } from 'vitest'
import { type ClaimRuling, claimState, leaseEnd, type OwnClaim, ruleOnClaim } from './claim.ts'

const claim: OwnClaim = {
  id: 'ours',
  street: 'll791|mill road',
  street_name: 'Mill Road',
  area: '',
  phone: 'phone-1',
  claimed_at: '2026-11-25T09:00:00.000Z',
  renewed_at: null,
  released_at: null,
}
const at = (time: string) => new Date(`2026-11-25T${time}:00.000Z`)
const rule = (
  change: Partial<OwnClaim>,
  time: string,
  { known, rival }: { known?: ClaimRuling; rival?: string } = {},
) => {
  const now = at(time)
  const ruling = ruleOnClaim({
    claim: { ...claim, ...change },
    known,
    rival: rival === undefined ? undefined : { id: rival },
    now,
  })
  return { ...ruling, state: claimState(ruling, now) }
}
const HELD: ClaimRuling = { until: at('13:00').toISOString(), released_at: null, lost_to: null }

describe('a claim', () => {
  it('holds for four hours after it was made', () => {
    expect(rule({}, '09:30')).toMatchObject({ until: HELD.until, state: 'held' })
    expect(rule({}, '13:00').state).toBe('over')
  })

  it('holds for four hours after the last visit', () => {
    const renewed = rule({ renewed_at: at('12:00').toISOString() }, '12:01', { known: HELD })
    expect(renewed).toMatchObject({ until: at('16:00').toISOString(), state: 'held' })
  })

  it('does not hold longer if the phone’s clock is ahead', () => {
    expect(leaseEnd({ ...claim, claimed_at: at('23:00').toISOString() }, at('09:00'))).toBe(HELD.until)
  })

  it('never ends earlier than decided before', () => {
    expect(rule({ claimed_at: at('08:00').toISOString() }, '10:00', { known: HELD }).until).toBe(HELD.until)
  })

  it('is lost if another phone holds the street, and stays lost', () => {
    const lost = rule({}, '09:30', { rival: 'theirs' })
    expect(lost).toMatchObject({ lost_to: 'theirs', state: 'lost' })
    expect(rule({}, '12:00', { known: lost })).toMatchObject({ lost_to: 'theirs', state: 'lost' })
  })

  it('is not lost to a later claim while it is held', () => {
    expect(rule({}, '10:00', { known: HELD, rival: 'theirs' }).state).toBe('held')
  })

  it('can be renewed after it expires, unless another phone holds the street', () => {
    const renewed_at = at('14:00').toISOString()
    expect(rule({ renewed_at }, '14:00', { known: HELD }).state).toBe('held')
    expect(rule({ renewed_at }, '14:00', { known: HELD, rival: 'theirs' }).state).toBe('lost')
  })

  it('stays released, even if an earlier report of it arrives again', () => {
    const released = rule({ released_at: at('10:00').toISOString() }, '10:00', { known: HELD })
    expect(released.state).toBe('over')
    expect(rule({}, '10:01', { known: released }).state).toBe('over')
  })
})
