import { randomUUID } from 'node:crypto'
import { addAbortListener } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CallBudget, CallPermit, CallRefusal, SeenLimits } from '#crm/gohighlevel/http/call-budget.ts'
import { NOTHING_SEEN } from '#crm/gohighlevel/http/limits.ts'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import type { Db } from '../../db/schema.ts'
import {
  type CallLimits,
  type Clock,
  findNextSlot,
  freeSlot,
  type Pause,
  pauseCalls,
  type Slot,
  takeSlot,
} from './call-budget.queries.ts'

const LIMITS: CallLimits = { aSecond: 8, atOnce: 4 }
/** Longer than a call may take, so that an expired lease means a dead process. */
const LEASE_MS = 22_000
/** Long enough to wait through a pause of one GoHighLevel interval with its jitter. */
const MAX_WAIT_MS = 15_000
/** How often to check whether a call of another process has ended. */
const POLL_MS = 100
/** GoHighLevel's interval, if the response does not state it. */
const INTERVAL_MS = 10_000
const JITTER = 0.1
const HOUR_MS = 3_600_000

type Options = {
  db: Db
  locationId: string
  limits?: CallLimits
  clock?: Clock
  /** Must reject when the signal aborts. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
  random?: () => number
  /** Milliseconds on any monotonic clock. */
  nowMs?: () => number
}

type Taken = Result<CallPermit, CallRefusal>

/**
 * Creates the call budget of one location, which all processes on the same database share (decision 12). Within this
 * process only one call at a time asks for a slot, because asking is a write.
 */
export function createCallBudget({
  db,
  locationId,
  limits = LIMITS,
  clock = () => sql`clock_timestamp()`,
  wait = (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
  random = Math.random,
  nowMs = () => performance.now(),
}: Options): CallBudget {
  let turn: Promise<unknown> = Promise.resolve()
  let freed = Promise.withResolvers<void>()

  function take(signal?: AbortSignal): Promise<Taken> {
    const until = nowMs() + MAX_WAIT_MS
    const taken = turn.then(() => takeBefore(until, signal))
    turn = taken.catch(() => undefined)
    return signal ? unlessAborted(taken, signal) : taken
  }

  async function takeBefore(until: number, signal?: AbortSignal): Promise<Taken> {
    for (let leftMs = until - nowMs(); leftMs > 0; leftMs = until - nowMs()) {
      signal?.throwIfAborted()
      const slot = { locationId, lease: randomUUID() }
      const hasEnded = freed.promise
      if (await takeSlot(db, slot, limits, LEASE_MS, clock())) return success(permit(slot))
      const { inMs, pause } = await findNextSlot(db, locationId, limits, clock())
      if (pause && pause.forMs > leftMs) return failed(refusalOf(pause))
      if (inMs === null) await Promise.race([wait(POLL_MS, signal), hasEnded])
      else await wait(Math.min(leftMs, Math.max(1, Math.ceil(inMs))), signal)
    }
    return failed(refusalOf(QUEUE_FULL))
  }

  const permit = (slot: Slot): CallPermit => ({
    async done(seen) {
      const pause = pauseAfter(seen, random())
      if (pause) await pauseCalls(db, locationId, pause, clock())
      await freeSlot(db, slot, seen, clock())
      freed.resolve()
      freed = Promise.withResolvers()
    },
  })

  return { take }
}

/** Rejects as soon as the signal aborts. If a permit arrives after that, gives it back. */
function unlessAborted(taken: Promise<Taken>, signal: AbortSignal): Promise<Taken> {
  const { promise, resolve, reject } = Promise.withResolvers<Taken>()
  let isAborted = false
  const listening = addAbortListener(signal, () => {
    isAborted = true
    reject(signal.reason)
  })
  taken
    .finally(() => listening[Symbol.dispose]())
    .then((answer) => (isAborted && answer.ok ? answer.value.done(NOTHING_SEEN) : resolve(answer)))
    .catch(reject)
  return promise
}

const QUEUE_FULL: Pause = {
  code: 'rate-limited',
  reason: 'Too many calls to GoHighLevel are queued. Try again in a moment.',
  forMs: 1_000,
}

const refusalOf = ({ code, reason, forMs }: Pause): CallRefusal => ({
  code,
  message: reason,
  retryAfterMs: Math.ceil(forMs),
})

/**
 * Returns the pause that a response asks for. GoHighLevel does not say when its day ends, so one call an hour tries.
 */
function pauseAfter(seen: SeenLimits, random: number): Pause | undefined {
  if (seen.dailyRemaining === 0)
    return { code: 'daily-limit', reason: dailyLimitReason(seen), forMs: HOUR_MS }
  if (seen.status !== 429 && seen.remaining !== 0) return undefined
  const forMs = (seen.intervalMs ?? INTERVAL_MS) * (1 + random * JITTER)
  return {
    code: 'rate-limited',
    reason: "GoHighLevel's rate limit is reached; calls pause for a moment.",
    forMs,
  }
}

const dailyLimitReason = ({ dailyLimit }: SeenLimits) =>
  `GoHighLevel's daily limit${dailyLimit === null ? '' : ` of ${dailyLimit.toLocaleString('en-GB')} calls`} is used up.`
