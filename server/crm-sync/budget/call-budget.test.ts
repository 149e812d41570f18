import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallBudget, CallPermit, SeenLimits } from '#crm/gohighlevel/http/call-budget.ts'
import { NOTHING_SEEN } from '#crm/gohighlevel/http/limits.ts'
import { failed } from '#domain/kernel/result.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { liftCallPause, readCallBudget } from './call-budget.queries.ts'
import { createCallBudget } from './call-budget.ts'

const LOCATION = 'loc_1'
const GOOD: SeenLimits = {
  status: 200,
  max: 100,
  remaining: 60,
  intervalMs: 10_000,
  dailyLimit: 200_000,
  dailyRemaining: 150_000,
}
const TOO_MANY: SeenLimits = { ...GOOD, status: 429, remaining: 0 }
const DAY_OVER: SeenLimits = { ...GOOD, dailyRemaining: 0 }

describe('The calls of a location', () => {
  let database: FreshDatabase
  let now: number
  /** Two processes on one database. Its clock moves when one of them waits. */
  let here: CallBudget
  let there: CallBudget

  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.db.deleteFrom('call_budgets').execute()
    now = Date.UTC(2126, 10, 21, 12)
    here = process()
    there = process()
  })

  const process = (over: Partial<Parameters<typeof createCallBudget>[0]> = {}) =>
    createCallBudget({
      db: database.db,
      locationId: LOCATION,
      clock: () => sql`${new Date(now).toISOString()}::timestamptz`,
      wait: async (ms, signal) => {
        signal?.throwIfAborted()
        now += ms
      },
      random: () => 0.5,
      nowMs: () => now,
      ...over,
    })
  const take = async (budget: CallBudget): Promise<CallPermit> => {
    const answer = await budget.take()
    if (!answer.ok) throw new Error(answer.failure.message)
    return answer.value
  }
  test('continue at once if the clock was set back', async () => {
    for (let calls = 0; calls < 8; calls++) await call(here)
    now -= 30 * 24 * 3_600_000
    const before = now
    await call(here)
    expect(now).toBe(before)
  })

  const seconds = (ms: number) => ms / 1000
  const call = async (budget: CallBudget, seen = GOOD) => (await take(budget)).done(seen)

  test.each([
    ['the network is fast', () => 0],
    ['some calls arrive late', (turn: number) => (turn * 37) % 290],
    ['some responses are slow', (turn: number) => (turn % 9 === 0 ? 700 : 5)],
  ])('never arrive more than eight in a second, from all processes together, if %s', async (_how, wayMs) => {
    const arrivals: number[] = []
    for (let turn = 0; turn < 40; turn++) {
      const permit = await take(turn % 3 === 0 ? here : there)
      now += wayMs(turn)
      arrivals.push(now)
      now += 3
      await permit.done(GOOD)
    }
    for (const from of arrivals)
      expect(arrivals.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(8)
  })

  test('use the whole limit', async () => {
    const startedAt = now
    for (let turn = 0; turn < 80; turn++) await call(turn % 2 === 0 ? here : there)
    expect(now - startedAt).toBe(9_000)
  })

  test('count from their start until a second after their response', async () => {
    for (let turn = 0; turn < 7; turn++) await call(here)
    const slow = await take(there)
    now += 5_000
    await slow.done(GOOD)
    for (let turn = 0; turn < 7; turn++) await call(here)
    const startedAt = now
    await call(here)
    expect(now - startedAt).toBe(1_000)
  })

  test('never run more than four at once', async () => {
    let running = 0
    const most: number[] = []
    const asks = { limits: { aSecond: 1_000, atOnce: 4 }, wait: async () => void (await setImmediate()) }
    const both = [process(asks), process(asks)]
    const work = async (budget: CallBudget) => {
      const permit = await take(budget)
      most.push(++running)
      await database.ping()
      running--
      await permit.done(NOTHING_SEEN)
    }
    await Promise.all(Array.from({ length: 24 }, (_, turn) => work(both[turn % 2] as CallBudget)))
    expect(most).toHaveLength(24)
    expect(Math.max(...most)).toBeLessThanOrEqual(4)
  })

  test('are refused if no slot becomes free in time, until the leases of a dead process expire', async () => {
    for (let slot = 0; slot < 4; slot++) await take(there)
    expect(await here.take()).toMatchObject({
      ok: false,
      failure: { code: 'rate-limited', retryAfterMs: 1_000 },
    })
    now += 22_000
    expect(await here.take()).toMatchObject({ ok: true })
  })

  test('ask for a slot one at a time in each process', async () => {
    for (let slot = 0; slot < 4; slot++) await take(there)
    let looks = 0
    const crowd = process({
      wait: async (ms) => {
        looks += 1
        now += ms
      },
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => crowd.take()))
    expect(answers.filter(({ ok }) => ok)).toEqual([])
    expect(looks).toBe(150)
  })

  test('continue as soon as another call of this process ends', async () => {
    const { promise: isWaiting, resolve: waits } = Promise.withResolvers<void>()
    const wait = () => {
      waits()
      return new Promise<void>(() => {})
    }
    const busy = process({ wait })
    const [first] = await Promise.all([take(busy), take(busy), take(busy), take(busy)])
    const fifth = busy.take()
    await isWaiting
    await first.done(GOOD)
    expect(await fifth).toMatchObject({ ok: true })
  })

  test('pause in every process for the interval after a 429, with jitter', async () => {
    const refusedAt = now
    await call(here, TOO_MANY)
    expect(await readCallBudget(database.db, LOCATION)).toEqual({
      pausedUntil: new Date(refusedAt + 10_500).toISOString(),
      pauseReason: "GoHighLevel's rate limit is reached; calls pause for a moment.",
      dailyRemaining: 150_000,
      dailyLimit: 200_000,
    })
    await call(there)
    expect(seconds(now - refusedAt)).toBeCloseTo(10.5)
  })

  test('pause before the first 429 if a response says that no calls are left', async () => {
    const startedAt = now
    await call(here, { ...GOOD, remaining: 0, intervalMs: 2_000 })
    await call(there)
    expect(seconds(now - startedAt)).toBeCloseTo(2.1)
  })

  test('pause too if they were queued when the 429 arrived', async () => {
    const first = await take(here)
    for (let turn = 1; turn < 8; turn++) await call(there)
    const startedAt = now
    let waits = 0
    const waiting = process({
      wait: async (ms) => {
        if (waits++ === 0) await first.done(TOO_MANY)
        now += ms
      },
    })
    await take(waiting)
    expect(seconds(now - startedAt)).toBeCloseTo(10.5)
  })

  test('are refused once the daily limit is reached, with one try every hour', async () => {
    await call(here, DAY_OVER)
    const refusal = failed({
      code: 'daily-limit',
      message: "GoHighLevel's daily limit of 200,000 calls is used up.",
      retryAfterMs: 3_600_000,
    })
    expect(await there.take()).toEqual(refusal)
    expect(await readCallBudget(database.db, LOCATION)).toMatchObject({
      pausedUntil: '2126-11-21T13:00:00.000Z',
      pauseReason: refusal.failure.message,
      dailyRemaining: 0,
    })
    now += 3_600_000
    await call(there, { ...DAY_OVER, status: 429 })
    expect(await here.take()).toEqual(refusal)
  })

  test('continue at midnight UTC if that is sooner, but not earlier because of a 429', async () => {
    const late = await take(there)
    now = Date.UTC(2126, 10, 21, 23, 45)
    await call(here, DAY_OVER)
    await late.done(TOO_MANY)
    expect(await there.take()).toMatchObject({ failure: { code: 'daily-limit', retryAfterMs: 15 * 60_000 } })
  })

  test('continue at once if the pause is lifted', async () => {
    await call(here, DAY_OVER)
    await liftCallPause(database.db, LOCATION)
    expect(await readCallBudget(database.db, LOCATION)).toMatchObject({
      pausedUntil: null,
      pauseReason: null,
    })
    expect(await there.take()).toMatchObject({ ok: true })
  })

  test('leave no slot taken if the caller aborts while it waits', async () => {
    const [first] = await Promise.all([take(there), take(there), take(there), take(there)])
    const stop = new AbortController()
    const waiting = process({
      wait: async (_ms, signal) => {
        stop.abort()
        signal?.throwIfAborted()
      },
    })
    await expect(waiting.take(stop.signal)).rejects.toThrow(/abort/)
    await expect(here.take(stop.signal)).rejects.toThrow(/abort/)
    await first.done(GOOD)
    expect(await here.take()).toMatchObject({ ok: true })
  })

  test('abort at once, even if queued behind others of the process', async () => {
    for (let slot = 0; slot < 4; slot++) await take(there)
    const isQueued = Promise.withResolvers<void>()
    const crowd = process({
      wait: () => {
        isQueued.resolve()
        return new Promise(() => {})
      },
    })
    crowd.take()
    const stop = new AbortController()
    const behind = crowd.take(stop.signal)
    await isQueued.promise
    stop.abort()
    await expect(behind).rejects.toThrow(/abort/)
  })

  test('leave no slot taken if the caller aborts while it gets one', async () => {
    const stop = new AbortController()
    const stopped = process({
      clock: () => {
        stop.abort()
        return sql`${new Date(now).toISOString()}::timestamptz`
      },
    })
    await expect(stopped.take(stop.signal)).rejects.toThrow(/abort/)
    const patient = process({ wait: async () => void (await setImmediate()) })
    for (let slot = 0; slot < 4; slot++) await take(patient)
  })

  test('of another location are counted separately', async () => {
    await call(here, DAY_OVER)
    expect(await process({ locationId: 'loc_2' }).take()).toMatchObject({ ok: true })
    expect(await readCallBudget(database.db, 'loc_3')).toEqual({
      pausedUntil: null,
      pauseReason: null,
      dailyRemaining: null,
      dailyLimit: null,
    })
  })
})
