import { setTimeout as delay } from 'node:timers/promises'
import type { DeliveryTarget } from '#protocol/back-office.ts'
import { loggedError } from '../log.ts'
import { type AttemptOptions, attemptDelivery } from './attempt-delivery.ts'
import {
  claimDue,
  claimNow,
  type Delivery,
  findOutstanding,
  isDelivered,
  releaseClaims,
} from './deliveries.queries.ts'
import type { DeliveryHandler, DeliveryOutcome } from './deliveries.ts'

/** The worker of one target: what fails or hangs there holds up no other. */
export type Worker = {
  /** From now on it works when it is woken. */
  start(): void
  wake(): void
  runNow(sessionId: string): Promise<DeliveryOutcome>
  stop(): Promise<void>
}

export type WorkerOptions = AttemptOptions & {
  /** How many sales are delivered at once. */
  concurrency: number
  /** Whether phones wait for the database at this moment: then it has less to deliver. */
  phonesWait: () => boolean
  /** How long a claim holds; longer than an attempt, so that a claim that ran out means a dead worker. */
  leaseMs: number
  /** How long `stop` waits for running attempts. */
  drainMs: number
}

const STOPPING: DeliveryOutcome = { ok: false, retry: 'later', message: 'The server is stopping.' }
const GONE: DeliveryOutcome = { ok: false, retry: 'never', message: 'It is not here any more.' }
const ELSEWHERE_POLL_MS = 100
/** How many sales are begun to be delivered beside phones that wait: a receiver elsewhere is not kept idle by them. */
const WHILE_PHONES_WAIT = 2

/** Works off one target when it is woken, or when somebody asks for a sale now. */
export function createWorker(
  target: DeliveryTarget,
  handler: DeliveryHandler,
  { concurrency, phonesWait, leaseMs, drainMs, ...attempting }: WorkerOptions,
): Worker {
  const { db, log } = attempting
  const receiving = { target, receiver: handler.receiver ?? target }
  const attempts = new Map<number, { delivery: Delivery; outcome: Promise<DeliveryOutcome> }>()
  const cutOff = new AbortController()
  const logCrash = (error: unknown) => log.error({ error: loggedError(error) }, 'Deliveries crashed')
  let woken = false
  let claiming: Promise<void> | undefined
  let started = false
  let stopping = false

  function wake() {
    if (!started || stopping || handler.receiver === null) return
    woken = true
    claiming ??= claimWhileWoken().finally(() => {
      claiming = undefined
      if (woken) wake()
    })
  }

  async function claimWhileWoken() {
    while (woken && !stopping) {
      woken = false
      const most = phonesWait() ? Math.min(WHILE_PHONES_WAIT, concurrency) : concurrency
      const free = most - attempts.size
      if (free <= 0) return
      try {
        for (const delivery of await claimDue(db, receiving, free, leaseMs)) attempt(delivery).catch(logCrash)
      } catch (error) {
        logCrash(error)
      }
    }
  }

  function attempt(delivery: Delivery): Promise<DeliveryOutcome> {
    const given = { ...attempting, handler, receiving, cutOff: cutOff.signal }
    const outcome = attemptDelivery(delivery, given).finally(() => {
      attempts.delete(delivery.id)
      wake()
    })
    attempts.set(delivery.id, { delivery, outcome })
    return outcome
  }

  async function runNow(sessionId: string): Promise<DeliveryOutcome> {
    const outstanding = await findOutstanding(db, target, sessionId)
    if (!outstanding) return { ok: true }
    while (!stopping) {
      const running = attempts.get(outstanding.id)
      if (running) {
        const outcome = await running.outcome
        if (running.delivery.wanted >= outstanding.wanted) return outcome
        continue
      }
      const claimed = await claimNow(db, outstanding, leaseMs)
      if (claimed) return attempt(claimed)
      const delivered = await isDelivered(db, outstanding)
      if (delivered === undefined) return GONE
      if (delivered) return { ok: true }
      await delay(ELSEWHERE_POLL_MS)
    }
    return STOPPING
  }

  async function stop() {
    stopping = true
    await claiming
    const outcomes = () => [...attempts.values()].map(({ outcome }) => outcome)
    await Promise.race([Promise.allSettled(outcomes()), delay(drainMs, undefined, { ref: false })])
    const unfinished = [...attempts.values()].map(({ delivery }) => delivery)
    await releaseClaims(db, unfinished).catch(logCrash)
    cutOff.abort()
    await Promise.allSettled(outcomes())
  }

  return {
    start() {
      started = true
      wake()
    },
    wake,
    runNow,
    stop,
  }
}
