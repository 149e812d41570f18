import type { Result } from '#domain/kernel/result.ts'

/** What a response of GoHighLevel said about its limits; null if it said nothing. */
export type SeenLimits = {
  /** HTTP status; null if there was no response. */
  status: number | null
  max: number | null
  remaining: number | null
  intervalMs: number | null
  dailyLimit: number | null
  dailyRemaining: number | null
}

/** Permission for one call. `done` returns it to the budget with the limits seen in the response. */
export type CallPermit = { done(seen: SeenLimits): Promise<void> }

/** No call for now. The message is for people. */
export type CallRefusal = {
  code: 'rate-limited' | 'daily-limit'
  retryAfterMs: number
  message: string
}

/** When GoHighLevel may be called, shared by every process that serves the location. */
export type CallBudget = {
  /** Waits a short time for a permit; if the wait would be long, it refuses. */
  take(signal?: AbortSignal): Promise<Result<CallPermit, CallRefusal>>
}
