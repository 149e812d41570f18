import type { Result } from '#domain/kernel/result.ts'

/** The limits that a response of GoHighLevel reported. Each is null if the response did not report it. */
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

/** A refusal to make a call now. The message is for people. */
export type CallRefusal = {
  code: 'rate-limited' | 'daily-limit'
  retryAfterMs: number
  message: string
}

/** Decides when GoHighLevel may be called. Every process that serves the location shares it. */
export type CallBudget = {
  /** Waits a short time for a permit. Refuses if the wait would be long. */
  take(signal?: AbortSignal): Promise<Result<CallPermit, CallRefusal>>
}
