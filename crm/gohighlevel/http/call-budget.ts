/** What one answer of GoHighLevel told about its limits; null where it said nothing. */
export type SeenLimits = {
  /** HTTP status; null when there was no answer. */
  status: number | null
  max: number | null
  remaining: number | null
  intervalMs: number | null
  dailyLimit: number | null
  dailyRemaining: number | null
}

/** A place among the calls that may run now; `done` gives it back and tells what the answer said. */
export type CallPermit = { ok: true; done(seen: SeenLimits): Promise<void> }

/** No call for now: the message is for people. */
export type CallRefusal = {
  ok: false
  code: 'rate-limited' | 'daily-limit'
  retryAfterMs: number
  message: string
}

/** Who may call GoHighLevel when, across every process that serves the location. */
export type CallBudget = {
  /** Waits for a short while for its turn, and refuses when the wait would be long. */
  take(signal?: AbortSignal): Promise<CallPermit | CallRefusal>
}
