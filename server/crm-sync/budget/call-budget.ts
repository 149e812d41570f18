import { randomUUID } from 'node:crypto'
import { addAbortListener } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CallBudget, CallPermit, CallRefusal, SeenLimits } from '#crm/gohighlevel/http/call-budget.ts'
import { NOTHING_SEEN } from '#crm/gohighlevel/http/limits.ts'
import type { Db } from '../../db/schema.ts'
import {
  type CallLimits,
  type Clock,
  findNextPlace,
  freePlace,
  type Pause,
  type Place,
  pauseCalls,
  takePlace,
} from './call-budget.queries.ts'

const LIMITS: CallLimits = { aSecond: 8, atOnce: 4 }
/** Longer than a call may take, so that a lease that ran out means a dead process. */
const LEASE_MS = 22_000
/** A rest of one interval of GoHighLevel's is waited for, with its jitter. */
const PATIENCE_MS = 15_000
/** How often to look whether a running call of another process has ended. */
const POLL_MS = 100
/** GoHighLevel's own, for an answer that does not tell it. */
const INTERVAL_MS = 10_000
const JITTER = 0.1
const HOUR_MS = 3_600_000

type Options = {
  db: Db
  locationId: string
  limits?: CallLimits
  clock?: Clock
  /** Rejects when the signal says so. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
  random?: () => number
  /** The time in milliseconds, by whatever clock. */
  nowMs?: () => number
}

/**
 * The calls of one location, in turn with every process on the same database (decision 12). Here one at a time asks for
 * a place, however many wait: each look is a write.
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

  function take(signal?: AbortSignal): Promise<CallPermit | CallRefusal> {
    const until = nowMs() + PATIENCE_MS
    const taken = turn.then(() => takeBefore(until, signal))
    turn = taken.catch(() => undefined)
    return signal ? unlessGivenUp(taken, signal) : taken
  }

  async function takeBefore(until: number, signal?: AbortSignal): Promise<CallPermit | CallRefusal> {
    for (let patienceMs = until - nowMs(); patienceMs > 0; patienceMs = until - nowMs()) {
      signal?.throwIfAborted()
      const place = { locationId, lease: randomUUID() }
      const hasEnded = freed.promise
      if (await takePlace(db, place, limits, LEASE_MS, clock())) return permit(place)
      const { inMs, pause } = await findNextPlace(db, locationId, limits, clock())
      if (pause && pause.forMs > patienceMs) return refuse(pause)
      if (inMs === null) await Promise.race([wait(POLL_MS, signal), hasEnded])
      else await wait(Math.max(1, Math.ceil(inMs)), signal)
    }
    return refuse(CROWD)
  }

  const permit = (place: Place): CallPermit => ({
    ok: true,
    async done(seen) {
      const pause = pauseAfter(seen, random())
      if (pause) await pauseCalls(db, locationId, pause, clock())
      await freePlace(db, place, seen, clock())
      freed.resolve()
      freed = Promise.withResolvers()
    },
  })

  return { take }
}

/** What was taken; who gives up hears so at once, wherever it stands, and a place that it gets after that goes back. */
function unlessGivenUp(
  taken: Promise<CallPermit | CallRefusal>,
  signal: AbortSignal,
): Promise<CallPermit | CallRefusal> {
  const { promise, resolve, reject } = Promise.withResolvers<CallPermit | CallRefusal>()
  let gaveUp = false
  const listening = addAbortListener(signal, () => {
    gaveUp = true
    reject(signal.reason)
  })
  taken
    .finally(() => listening[Symbol.dispose]())
    .then((answer) => (gaveUp && answer.ok ? answer.done(NOTHING_SEEN) : resolve(answer)))
    .catch(reject)
  return promise
}

const CROWD: Pause = {
  code: 'rate-limited',
  reason: 'Too many calls of GoHighLevel are waiting for their turn. Try again in a moment.',
  forMs: 1_000,
}

const refuse = ({ code, reason, forMs }: Pause): CallRefusal => ({
  ok: false,
  code,
  message: reason,
  retryAfterMs: Math.ceil(forMs),
})

/** The rest that an answer asks for. Nobody tells when GoHighLevel's day ends, so a call an hour looks. */
function pauseAfter(seen: SeenLimits, random: number): Pause | undefined {
  if (seen.dailyRemaining === 0) return { code: 'daily-limit', reason: dayIsOver(seen), forMs: HOUR_MS }
  if (seen.status !== 429 && seen.remaining !== 0) return undefined
  const forMs = (seen.intervalMs ?? INTERVAL_MS) * (1 + random * JITTER)
  return { code: 'rate-limited', reason: 'GoHighLevel asked for a pause: its rate limit is reached.', forMs }
}

const dayIsOver = ({ dailyLimit }: SeenLimits) =>
  `GoHighLevel takes no more calls today: its daily limit${dailyLimit === null ? '' : ` of ${dailyLimit.toLocaleString('en-GB')}`} is used up.`
